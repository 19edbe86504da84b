import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = `0x${'11'.repeat(32)}`;

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  world = await startWorld();
  browser = await launchWallet();
  wallet = await walletUser(browser);
  page = wallet.page;
  page.setDefaultTimeout(20_000);
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('Savings', PHRASE);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const press = (name: string | RegExp, exact = true) =>
  page.getByRole('button', { name, exact }).click();

async function openSettings(section: string) {
  await wallet.open('Home');
  await press('Settings');
  await page.getByRole('button', { name: section }).click();
  await page.getByRole('heading', { name: section }).waitFor();
}

describe('the settings', () => {
  it('take one from the warning on Home to a second passkey, which ends the warning', async () => {
    await wallet.open('Home');
    await page.getByText('Only one passkey opens this vault').waitFor();
    await press('Add a second one or make a recovery file');
    await browser.setAuthenticator({ isAnother: true });
    await page.getByLabel('Name of a new passkey').fill('Security key');
    await press('Add a passkey');
    await page.getByLabel('Name of passkey Security key').waitFor();
    await browser.setAuthenticator({ isAnother: false });
    await wallet.open('Home');
    await page.getByTestId('address').waitFor();
    expect(await page.getByText('Only one passkey opens this vault').count()).toBe(0);
  });

  it('remove the passkey that is not in use, and the vault opens with the other', async () => {
    await openSettings('Passkeys and recovery');
    await press('Remove passkey Security key');
    await press('Remove this passkey');
    await page.getByLabel('Name of passkey Security key').waitFor({ state: 'detached' });
    await wallet.open('Home');
    await page.getByText('Only one passkey opens this vault').waitFor();
  });

  it('rename, reorder and hide in one save with one prompt', async () => {
    await wallet.open('Home');
    await wallet.importWallet('Key', KEY);
    await openSettings('Wallets');
    await page.getByLabel('Name of recovery phrase Savings').fill('Old age');
    await press('Move down: Old age');
    await page.getByRole('button', { name: /^Hide Account 1 0x19E7/ }).click();
    await press('Save 3 changes');
    await page.getByRole('button', { name: 'Save 3 changes' }).waitFor({ state: 'detached' });
    await wallet.open('Home');
    const options = page.getByLabel('Account').locator('option');
    await eventually(async () => expect(await options.allInnerTexts()).toEqual(['Old age']));
    expect(await wallet.address()).toBe(ACCOUNT);
  });

  it('show a phrase behind the passkey only, in no input, and hide it again', async () => {
    await openSettings('Wallets');
    const card = page
      .getByTestId('wallets')
      .getByRole('listitem')
      .filter({ has: page.getByLabel('Name of recovery phrase Old age') })
      .first();
    await card.getByRole('button', { name: 'Export or remove' }).click();
    await page.getByText('show its secret first').waitFor();
    await card.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByTestId('phrase').waitFor();
    const words = await page.getByTestId('phrase').getByRole('listitem').allInnerTexts();
    expect(words.map((line) => line.replace(/^\d+\s*/, '').trim()).join(' ')).toBe(PHRASE);
    expect(await page.getByTestId('phrase').locator('input').count()).toBe(0);
    await card.getByRole('button', { name: 'Hide', exact: true }).click();
    expect(await page.getByTestId('phrase').count()).toBe(0);
    expect(await card.getByRole('button', { name: 'Remove from the vault' }).isDisabled()).toBe(
      true,
    );
  });

  it('say which service does not answer, and keep the old addresses', async () => {
    await openSettings('Servers and node');
    await page.getByLabel('Base nodes (RPC)').fill('http://localhost:1');
    await press('Check and save');
    await page.getByText('The node at http://localhost:1 does not answer.').waitFor();
    await openSettings('Servers and node');
    expect(await page.getByLabel('Base nodes (RPC)').inputValue()).toBe(world.devnet.rpcUrl);
    await press('Check and save');
    await page.getByText('All of them answer. Saved.').waitFor();
  });

  it('keep a contact, and let it go', async () => {
    await openSettings('Contacts');
    await page.getByLabel('Name').fill('Bakery');
    await page.getByLabel('Address').fill(`0x${'ab'.repeat(20)}`);
    await press('Save the contact');
    await page.getByTestId('contacts').getByText('Bakery').waitFor();
    await press('Remove Bakery');
    await page.getByText('Names that you give to addresses').waitFor();
  });

  it('name the tenant, the revision and a check code', async () => {
    await openSettings('Sync');
    await page.getByText(/^[0-9a-f]{5}-[0-9a-f]{5}$/).waitFor();
    await page.getByText('localhost', { exact: true }).waitFor();
  });

  it('change the auto-lock time', async () => {
    await openSettings('Auto-lock');
    // Not `check`: the mark comes with the worker's word, a moment after the click.
    await page.getByLabel('30 min').click();
    await press('Back');
    await page.getByRole('button', { name: /Auto-lock 30 min/ }).waitFor();
  });

  it('set when the vault locks in any case, also after the worker died', async () => {
    await openSettings('Auto-lock');
    const hour = page
      .getByRole('group', { name: /at the latest/ })
      .getByLabel('1 h', { exact: true });
    expect(await hour.isChecked()).toBe(false);
    await hour.click();
    await expect.poll(() => hour.isChecked()).toBe(true);
    await browser.stopWorker();
    await page.reload();
    await openSettings('Auto-lock');
    expect(await hour.isChecked()).toBe(true);
    const { unlock } = await page.evaluate<{
      unlock: { value: { deadline: number; unlockedAt: number } };
    }>("chrome.storage.session.get('unlock')");
    const { deadline, unlockedAt } = unlock.value;
    expect(deadline - unlockedAt).toBeLessThanOrEqual(3_600_000);
  });
});

describe('a recovery file', () => {
  it('ends the warning on Home when it was saved, not when it was made', async () => {
    await openSettings('Passkeys and recovery');
    await press('Make a recovery file');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the file' }).click(),
    ]);
    await wallet.open('Home');
    await page
      .getByText(/Only one passkey opens this vault.* recovery phrase.* private keys/)
      .waitFor();
    await openSettings('Passkeys and recovery');
    await press('Make a recovery file');
    const [second] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the file' }).click(),
    ]);
    await page.getByLabel('Choose the saved file').setInputFiles((await download.path()) ?? '');
    await page.getByText('This isn’t the file that you just saved').waitFor();
    await page.getByLabel('Choose the saved file').setInputFiles((await second.path()) ?? '');
    await page.getByText('The file is saved and complete.').waitFor();
    await press('I have both');
    await page.getByText('Last saved').waitFor();
    await wallet.open('Home');
    await page.getByTestId('address').waitFor();
    expect(await page.getByText('Only one passkey opens this vault').count()).toBe(0);
  });

  it('brings the wallets back on another device with a new passkey', async () => {
    await openSettings('Passkeys and recovery');
    await press('Make a recovery file');
    const code = await page.getByTestId('recovery-code').textContent();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the file' }).click(),
    ]);
    const file = await readFile((await download.path()) ?? '');
    expect(file.toString()).not.toContain('junk');

    const second = await launchWallet();
    try {
      const fresh = await walletUser(second);
      await fresh.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
      await fresh.createVault();
      await fresh.page.getByRole('button', { name: 'Add a wallet' }).click();
      await fresh.page.getByRole('button', { name: /Restore a recovery file/ }).click();
      await fresh.page
        .getByLabel('Recovery file')
        .setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: file });
      await fresh.page.getByLabel('Code').fill(code ?? '');
      await fresh.page.getByRole('button', { name: 'Restore', exact: true }).click();
      await fresh.page.getByText('2 wallets were restored').waitFor();
      await fresh.page.getByRole('button', { name: 'Done' }).click();
      expect(await fresh.address()).toBe(ACCOUNT);
    } finally {
      await second.close();
    }
  });
});
