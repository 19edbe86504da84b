import type { Page } from 'playwright-core';
import { allowAgain } from './allow-again.ts';
import { APPROVAL_BUTTONS } from './approval-buttons.ts';
import { waitForExplanation } from './explained.ts';
import { text } from './screen-texts.ts';
import { scrollToEnd } from './scroll-to-end.ts';
import type { WalletBrowser } from './wallet-browser.ts';

/** A user's actions on the demo dApp, and in the windows that the wallet opens for it. */
export interface DappUser {
  readonly page: Page;
  /**
   * Runs `trigger`, which opens the approval window. Returns the window once it shows its request.
   */
  approval(trigger: () => Promise<unknown>): Promise<Page>;
  connect(): Promise<Page>;
  /** Presses a button of an approval window, and waits until the window is closed. */
  answer(window: Page, button: 'Connect' | 'Sign' | 'Confirm' | 'Reject'): Promise<void>;
  /** Waits for a line of the page's log. */
  said(text: string | RegExp): Promise<void>;
}

export async function dappUser(browser: WalletBrowser, url: string): Promise<DappUser> {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(url);
  const approval = async (trigger: () => Promise<unknown>) => {
    const [window] = await Promise.all([browser.waitForWindow('approval.html'), trigger()]);
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).waitFor();
    await waitForExplanation(window);
    return window;
  };
  return {
    page,
    approval,
    connect: () =>
      approval(() => page.locator('[data-testid=wallet-option]', { hasText: 'Condor' }).click()),
    async answer(window, button) {
      const closed = window.waitForEvent('close');
      await scrollToEnd(window);
      const name = text(APPROVAL_BUTTONS[button]);
      await window.getByRole('button', { name, exact: true }).click();
      await closed;
      const wallet = browser.context.pages().find((one) => one.url().includes('/popup.html'));
      if (button === 'Reject' && wallet !== undefined) await allowAgain(wallet, page.url());
    },
    said: (text) => page.getByTestId('activity').getByText(text).first().waitFor(),
  };
}
