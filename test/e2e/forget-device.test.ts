import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

const PHRASE = 'test test test test test test test test test test test junk';

let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let address: string;

beforeAll(async () => {
  world = await startVaultWorld();
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: world.url });
  await wallet.createVault();
  await wallet.importWallet('Savings', PHRASE);
  address = await wallet.address();
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const press = (name: string | RegExp) => wallet.page.getByRole('button', { name }).first().click();
const storedNames = () =>
  wallet.page.evaluate<string[]>(`(async () => [
    ...Object.keys(await chrome.storage.local.get()),
    ...Object.keys(await chrome.storage.session.get()),
  ])()`);

/** Types the required word and presses the button, which is disabled before. */
async function consentAndForget(): Promise<void> {
  const { page } = wallet;
  const forget = page.getByRole('button', { name: text('forget.forget') }).last();
  expect(await forget.isDisabled()).toBe(true);
  await page.getByLabel(textStart('ui.typeWord')).fill('yes');
  expect(await forget.isDisabled()).toBe(true);
  await page.getByLabel(textStart('ui.typeWord')).fill('Forget');
  await forget.click();
  await page.getByRole('button', { name: text('firstRun.create') }).waitFor();
}

it('forgetting the device in the settings removes all user data, and the user can sign in to the vault again', async () => {
  const { page } = wallet;
  await press(text('home.settings'));
  await press(text('settings.sync'));
  await press(text('sync.now'));
  await press(text('ui.back'));
  await press(text('forget.forget'));
  await page.getByText(textPattern('forget.serverHasIt', { revision: 2 })).waitFor();
  await page.getByText(text('forget.noRecoveryFile')).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await consentAndForget();
  const names = await storedNames();
  expect(names).toContain('settings');
  for (const name of ['vault', 'unlock', 'activity', 'sites', 'portfolio']) {
    expect(names).not.toContain(name);
  }
  await wallet.chooseServer({ url: world.url, rpcUrl: world.url });
  await wallet.signIn();
  expect(await wallet.address()).toBe(address);
});

it('the lock screen offers to forget the device, and shows what is known about the vault without an unlock', async () => {
  const { page } = wallet;
  await wallet.lock();
  await press(text('forget.forget'));
  await page.getByText(textPattern('forget.lockedUnchecked')).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(text('ui.back'));
  await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
  await press(text('forget.forget'));
  await consentAndForget();
  expect(await storedNames()).not.toContain('vault');
});
