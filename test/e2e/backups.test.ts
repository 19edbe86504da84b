import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

let vault: VaultInUse;
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let page: Page;

beforeAll(async () => {
  vault = await startVaultInUse('device');
  ({ browser, wallet, page } = vault);
});
afterAll(() => vault?.stop());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function openPasskeys(): Promise<void> {
  await wallet.open('Home');
  await press(text('home.settings'));
  await page.getByRole('button', { name: text('settings.recovery') }).click();
}

async function expectBackup(count: 0 | 1): Promise<void> {
  await wallet.open('Home');
  await page.getByTestId('address').waitFor();
  await expect.poll(() => page.getByTestId('backup').count()).toBe(count);
}

async function makeFile(): Promise<{ code: string; path: string }> {
  await openPasskeys();
  await press(text('recovery.makeFile'));
  const code = (await page.getByTestId('recovery-code').textContent()) ?? '';
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text('recovery.saveFile') }).click(),
  ]);
  return { code, path: (await download.path()) ?? '' };
}

it('the backup warning on Home leads to adding a second passkey, and is hidden while that passkey exists', async () => {
  await expectBackup(1);
  await press(text('backup.open'));
  await browser.setAuthenticator({ isAnother: true });
  const name = page.getByLabel(text('recovery.newPasskeyName'));
  expect(await name.inputValue()).toBe(text('recovery.nextPasskey', { number: 2 }));
  await name.fill('Security key');
  await press(text('recovery.addPasskey'));
  await page.getByLabel(text('recovery.passkeyName', { name: 'Security key' })).waitFor();
  await browser.setAuthenticator({ isAnother: false });
  await expectBackup(0);
  await openPasskeys();
  await press(text('recovery.removePasskey', { name: 'Security key' }));
  await press(text('recovery.removeNow'));
  await page
    .getByLabel(text('recovery.passkeyName', { name: 'Security key' }))
    .waitFor({ state: 'detached' });
  await expectBackup(1);
});

it('Home hides the backup warning after the user selects the saved recovery file, not after the user creates the file', async () => {
  await makeFile();
  await expectBackup(1);
  const { path } = await makeFile();
  await page.getByLabel(text('ui.chooseSavedFile')).setInputFiles(path);
  await page.getByText(text('ui.fileIsSaved')).waitFor();
  await press(text('recovery.done'));
  await page.getByText(textPattern('recovery.lastSaved')).waitFor();
  await expectBackup(0);
});

it('Home shows no backup warning right after the user restores a vault from a recovery file', async () => {
  const { code, path } = await makeFile();
  const file = await readFile(path);
  const second = await launchWallet();
  try {
    const fresh = await walletUser(second);
    const pressFresh = (name: string | RegExp) =>
      fresh.page.getByRole('button', { name }).first().click();
    await pressFresh(text('firstRun.have'));
    await pressFresh(textPattern('addWallet.restore'));
    await fresh.page
      .getByLabel(text('addWallet.recoveryFile'))
      .setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: file });
    await fresh.page.getByLabel(text('addWallet.recoveryCode')).fill(code);
    await pressFresh(text('addWallet.restoreNow'));
    await fresh.page.getByTestId('address').waitFor();
    expect(await fresh.page.getByTestId('backup').count()).toBe(0);
  } finally {
    await second.close();
  }
});
