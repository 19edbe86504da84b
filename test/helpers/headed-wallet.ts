import type { Page } from 'playwright-core';
import { type ActionPopup, attachToPopup } from './action-popup.ts';
import { type Screen, startScreen } from './screen.ts';
import { launchWallet, type WalletBrowser } from './wallet-browser.ts';

/** A window's position and size on the screen, in pixels. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A browser whose real windows are on a virtual screen. */
export interface HeadedWallet extends WalletBrowser {
  readonly screen: Screen;
  /** Moves the browser window of a page anywhere, even beyond the screen. */
  placeWindow(page: Page, bounds: Bounds): Promise<void>;
  boundsOf(page: Page): Promise<Bounds>;
  /** Opens the popup of the toolbar button, as a click on the button does. */
  openPopup(): Promise<ActionPopup>;
}

/** Starts a virtual screen, and on it a browser with the built extension. */
export async function launchHeadedWallet({
  width,
  height,
  ...options
}: { width: number; height: number } & Omit<
  NonNullable<Parameters<typeof launchWallet>[0]>,
  'headless' | 'display'
>): Promise<HeadedWallet> {
  const screen = await startScreen({ width, height });
  try {
    const browser = await launchWallet({
      ...options,
      headless: false,
      display: screen.display,
      // Turns off the offer to translate a page, which would cover a part of it.
      preferences: { translate: { enabled: false }, ...options.preferences },
    });
    const { context, extensionId, serviceWorker } = browser;
    const windowOf = async (page: Page) => {
      const session = await context.newCDPSession(page);
      const { windowId } = await session.send('Browser.getWindowForTarget');
      return { session, windowId };
    };
    return {
      ...browser,
      screen,
      async placeWindow(page, bounds) {
        const { session, windowId } = await windowOf(page);
        await session.send('Browser.setWindowBounds', { windowId, bounds });
        await session.detach();
      },
      boundsOf: (page) =>
        page.evaluate(() => ({
          left: window.screenX,
          top: window.screenY,
          width: window.outerWidth,
          height: window.outerHeight,
        })),
      async openPopup() {
        const page = context.pages()[0] ?? (await context.newPage());
        await serviceWorker.evaluate('chrome.action.openPopup()');
        return attachToPopup(context, page, `chrome-extension://${extensionId}/popup.html`);
      },
      async close() {
        await browser.close();
        await screen.stop();
      },
    };
  } catch (error) {
    await screen.stop();
    throw error;
  }
}
