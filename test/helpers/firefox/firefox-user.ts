import { APPROVAL_BUTTONS } from '../approval-buttons.ts';
import { eventually } from '../eventually.ts';
import { text, textPattern } from '../screen-texts.ts';
import type { FirefoxPage } from './firefox-page.ts';
import type { WalletFirefox } from './wallet-firefox.ts';

/** Actions of a user in Firefox. Elements are found by their visible texts. */
export interface FirefoxUser {
  /** The wallet's main page in a tab. */
  readonly page: FirefoxPage;
  /** Creates a vault on a server and imports a wallet by its private key. */
  begin(where: { url: string; rpcUrl: string }, key: string): Promise<void>;
  open(tab: 'home' | 'orders' | 'positions'): Promise<void>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Returns the approval window once it shows a request. */
  approval(): Promise<FirefoxPage>;
  /** Presses a button of the approval window and waits until the window is closed. */
  answer(window: FirefoxPage, button: 'Connect' | 'Sign' | 'Confirm' | 'Reject'): Promise<void>;
}

export async function firefoxUser(firefox: WalletFirefox): Promise<FirefoxUser> {
  const page = await firefox.openWallet();
  return {
    page,
    async begin({ url, rpcUrl }, key) {
      await page.press(text('firstRun.useServer'));
      await page.fill(text('onboarding.serverAddress'), url);
      await page.pressText(text('onboarding.services'));
      await page.fill(text('onboarding.nodeAddress'), rpcUrl);
      await page.press(text('onboarding.continue'));
      await page.press(text('onboarding.createVault'));
      await page.press(text('home.addWallet'));
      await page.press(textPattern('addWallet.import'));
      await page.fill(textPattern('addWallet.secret'), key);
      await page.press(text('addWallet.importNow'));
      await page.waitForElement('[data-testid=address]');
    },
    open: (tab) => page.press(text(`pages.${tab}`)),
    async lock() {
      await page.press(text('home.lock'));
      await page.waitForButton(text('unlock.unlock'));
    },
    async unlock() {
      await page.press(text('unlock.unlock'));
      await page.waitForElement('[data-testid=address]');
    },
    async approval() {
      const window = await firefox.page('approval.html');
      await window.waitForButton(text('approvals.reject'));
      return window;
    },
    async answer(window, button) {
      await window.press(text(APPROVAL_BUTTONS[button]));
      await eventually(async () => {
        if ((await firefox.pageCount('approval.html')) > 0) throw new Error('The window is open.');
      });
    },
  };
}
