import type { Locator, Page } from 'playwright-core';
import { text, textPattern, textStart } from './screen-texts.ts';
import { openServerStep } from './server-step.ts';
import type { WalletBrowser } from './wallet-browser.ts';

/** Actions of a user on the wallet's pages. Elements are found by their visible texts. */
export interface WalletUser {
  readonly page: Page;
  /** Enters the server and the node, and continues to the passkey step. */
  chooseServer(where: { url: string; rpcUrl: string }): Promise<void>;
  createVault(): Promise<void>;
  begin(): Promise<void>;
  /** Saves the addresses of the market's services and of the node in the settings. */
  chooseMarket(where: { url: string; rpcUrl: string }): Promise<void>;
  /** Moves the vault of the device to a server, with a new passkey. */
  connectServer(url: string): Promise<void>;
  signIn(): Promise<void>;
  createWallet(): Promise<string>;
  importWallet(name: string, secret: string): Promise<void>;
  address(): Promise<string>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  open(tab: keyof typeof TABS): Promise<void>;
}

const TABS = {
  Home: 'pages.home',
  Orders: 'pages.orders',
  Positions: 'pages.positions',
  Activity: 'pages.activity',
} as const;

/** Imports only the first account of a phrase. A key or an address has no other accounts. */
export async function importChosen(page: Page, imported: Locator): Promise<void> {
  const choice = page.getByTestId('choose-accounts');
  await imported.or(choice).first().waitFor();
  if (await choice.isVisible()) {
    // The page selects used accounts when it finds them, so this waits for the search.
    await choice.getByText(text('importAccounts.lookingUp')).waitFor({ state: 'detached' });
    const first = text('addWallet.accountNumber', { number: 1 });
    for (const row of await choice.getByRole('listitem').all()) {
      const isFirst = (await row.getByText(first, { exact: true }).count()) > 0;
      await row.getByRole('checkbox').setChecked(isFirst);
    }
    await choice.getByRole('button', { name: textPattern('importAccounts.import') }).click();
  }
  await imported.waitFor();
}

export async function walletUser(browser: WalletBrowser): Promise<WalletUser> {
  const page = await browser.openWallet();
  await page.setViewportSize({ width: 400, height: 600 });
  const press = async (name: string | RegExp) => {
    // Brings the tab to the front, because a click waits for two frames and a background tab draws
    // only one frame per second.
    await page.bringToFront();
    await page.getByRole('button', { name }).click();
  };
  const home = page.getByTestId('address');
  return {
    page,
    async chooseServer({ url, rpcUrl }) {
      await openServerStep(page);
      await page.getByLabel(text('onboarding.serverAddress')).fill(url);
      await page.getByText(text('onboarding.services')).click();
      await page.getByLabel(text('onboarding.nodeAddress')).fill(rpcUrl);
      await press(text('onboarding.continue'));
      await page.getByRole('button', { name: text('onboarding.createVault') }).waitFor();
    },
    async createVault() {
      await press(text('onboarding.createVault'));
      await page.getByRole('button', { name: text('home.addWallet') }).waitFor();
    },
    async begin() {
      await press(text('firstRun.create'));
      await home.waitFor();
    },
    async chooseMarket({ url, rpcUrl }) {
      await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
      await page.getByRole('button', { name: textStart('settings.services') }).click();
      await page.getByLabel(text('services.orders'), { exact: true }).fill(`${url}/orders`);
      await page.getByLabel(text('services.indexer'), { exact: true }).fill(`${url}/indexer`);
      await page.getByLabel(text('services.nodes')).fill(rpcUrl);
      await press(text('services.save'));
      await page.getByText(text('services.saved')).waitFor();
    },
    async connectServer(url) {
      await page.getByTestId('connect-card').click();
      const card = page.getByTestId('connect-server');
      await card.getByLabel(text('onboarding.serverAddress')).fill(url);
      await card.getByRole('button', { name: text('onboarding.continue'), exact: true }).click();
      await press(text('connectServer.withNewPasskey'));
      await page.getByRole('button', { name: text('sync.now'), exact: true }).waitFor();
    },
    async signIn() {
      await press(text('serverSignIn.signIn'));
      await page.getByRole('navigation').waitFor();
    },
    async createWallet() {
      await press(text('home.addWallet'));
      await press(textPattern('addWallet.create'));
      await press(text('addWallet.showPhrase'));
      await page.getByTestId('phrase').waitFor();
      const words = await page.getByTestId('phrase').getByRole('listitem').allInnerTexts();
      await page.getByRole('checkbox').check();
      await press(text('addWallet.save'));
      await home.waitFor();
      return words.map((line) => line.replace(/^\d+\s*/, '').trim()).join(' ');
    },
    async importWallet(name, secret) {
      await press(text('home.addWallet'));
      await press(textPattern('addWallet.import'));
      await page.getByLabel(text('addWallet.name')).fill(name);
      await page.getByLabel(textPattern('addWallet.secret')).fill(secret);
      await press(text('addWallet.importNow'));
      await importChosen(page, home);
    },
    address: async () => (await home.getAttribute('title')) ?? '',
    async lock() {
      await press(text('home.lock'));
      await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    },
    async unlock() {
      await press(text('unlock.unlock'));
      await page.getByRole('navigation').waitFor();
    },
    async open(tab) {
      await page.bringToFront();
      await page
        .getByRole('navigation')
        .getByRole('button', { name: text(TABS[tab]), exact: true })
        .click();
    },
  };
}
