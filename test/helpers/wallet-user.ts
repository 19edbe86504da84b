import type { Page } from 'playwright-core';
import type { WalletBrowser } from './wallet-browser.ts';

/** What a person does in the wallet's own pages, by the words that stand on the screen. */
export interface WalletUser {
  readonly page: Page;
  /** Enters the server and the node, and goes on to the passkey step. */
  chooseServer(where: { url: string; rpcUrl: string }): Promise<void>;
  createVault(): Promise<void>;
  signIn(): Promise<void>;
  /** Makes a wallet and answers its recovery phrase. */
  createWallet(): Promise<string>;
  importWallet(name: string, secret: string): Promise<void>;
  address(): Promise<string>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  open(tab: 'Home' | 'Orders' | 'Positions'): Promise<void>;
}

export async function walletUser(browser: WalletBrowser): Promise<WalletUser> {
  const page = await browser.openWallet();
  await page.setViewportSize({ width: 400, height: 600 });
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const home = page.getByTestId('address');
  return {
    page,
    async chooseServer({ url, rpcUrl }) {
      await page.getByLabel('Server address').fill(url);
      await page.getByText('Market services and node').click();
      await page.getByLabel('Base node (RPC)').fill(rpcUrl);
      await press('Continue');
      await page.getByRole('button', { name: 'Create a new vault' }).waitFor();
    },
    async createVault() {
      await press('Create a new vault');
      await page.getByRole('button', { name: 'Add a wallet' }).waitFor();
    },
    async signIn() {
      await press(/sign in/);
      await page.getByRole('navigation').waitFor();
    },
    async createWallet() {
      await press('Add a wallet');
      await press(/Create a new wallet/);
      await press('Show the words');
      await page.getByTestId('phrase').waitFor();
      const words = await page.getByTestId('phrase').getByRole('listitem').allInnerTexts();
      await page.getByRole('checkbox').check();
      await press('Save to the vault');
      await home.waitFor();
      return words.map((line) => line.replace(/^\d+\s*/, '').trim()).join(' ');
    },
    async importWallet(name, secret) {
      await press('Add a wallet');
      await press(/Import a wallet/);
      await page.getByLabel('Name').fill(name);
      await page.getByLabel(/Recovery phrase, private key/).fill(secret);
      await press('Import');
      await home.waitFor();
    },
    address: async () => (await home.getAttribute('title')) ?? '',
    async lock() {
      await press('Lock');
      await page.getByRole('button', { name: 'Unlock' }).waitFor();
    },
    async unlock() {
      await press('Unlock');
      await page.getByRole('navigation').waitFor();
    },
    open: (tab) => page.getByRole('navigation').getByRole('button', { name: tab }).click(),
  };
}
