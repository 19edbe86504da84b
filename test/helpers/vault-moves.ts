import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { text } from './screen-texts.ts';
import type { WalletBrowser } from './wallet-browser.ts';
import type { WalletUser } from './wallet-user.ts';

/** Actions of a user on the page on which a vault moves between device and server. */
export interface VaultMoves {
  /** Opens the wallet in a new page, unlocks it, and expects this account. */
  openAnew(address: string): Promise<void>;
  /**
   * Opens the wallet in a new page, locks it, and expects that unlocking with a passkey shows this
   * account.
   */
  expectOpens(address: string): Promise<void>;
  /** Goes from Home to the page on which a vault moves between device and server. */
  openSync(): Promise<void>;
  /** Card that offers to connect a server. It is shown only while the vault is on this device. */
  readonly connectCard: Locator;
  /** Enters a server's address, and continues to the step that asks for a passkey. */
  chooseServer(url: string): Promise<void>;
}

export function vaultMoves(browser: WalletBrowser, wallet: WalletUser): VaultMoves {
  const { page } = wallet;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const connectCard = page.getByTestId('connect-server');

  async function openAnew(address: string): Promise<void> {
    await browser.openWallet(page);
    await page.reload();
    const unlock = button(text('unlock.unlock'));
    await page.getByTestId('address').or(unlock).first().waitFor();
    if (await unlock.isVisible()) await wallet.unlock();
    expect(await wallet.address()).toBe(address);
  }

  return {
    openAnew,

    async expectOpens(address) {
      await openAnew(address);
      await wallet.lock();
      await wallet.unlock();
      expect(await wallet.address()).toBe(address);
    },

    async openSync() {
      await button(text('home.settings')).click();
      await page
        .getByRole('button', { name: text('settings.sync') })
        .first()
        .click();
    },

    connectCard,

    async chooseServer(url) {
      await connectCard.getByLabel(text('onboarding.serverAddress')).fill(url);
      await connectCard.getByRole('button', { name: text('onboarding.continue') }).click();
      await button(text('connectServer.withNewPasskey')).waitFor();
    },
  };
}
