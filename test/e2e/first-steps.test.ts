import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

let vault: VaultInUse;
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];

beforeAll(async () => {
  vault = await startVaultInUse('server');
  ({ browser, wallet } = vault);
});
afterAll(() => vault?.stop());

it('the wallet shows a different recovery phrase after the user goes back from the first phrase', async () => {
  const { page } = wallet;
  const words = () => page.getByTestId('phrase').textContent();
  await page.getByRole('button', { name: text('home.addWallet') }).click();
  await page.getByRole('button', { name: textPattern('addWallet.create') }).click();
  await page.getByLabel(text('addWallet.name')).fill('Savings');
  await page.getByRole('button', { name: text('addWallet.showPhrase') }).click();
  const first = await words();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
  expect(await page.getByLabel(text('addWallet.name')).inputValue()).toBe('Savings');
  await page.getByText(text('addWallet.phraseVoid')).waitFor();
  await page.getByRole('button', { name: text('addWallet.showPhrase') }).click();
  expect(await words()).not.toBe(first);
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: text('addWallet.save') }).click();
  await page.getByTestId('address').waitFor();
});

it('the settings show the version and the extension ID, and copy the ID', async () => {
  const { page } = wallet;
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: textStart('settings.about') }).click();
  const manifest = JSON.parse(await readFile(join(EXTENSION_PATH, 'manifest.json'), 'utf8'));
  expect(await page.getByTestId('version').textContent()).toBe(manifest.version);
  expect(await page.getByTestId('extension-id').textContent()).toBe(browser.extensionId);
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: text('about.copyExtensionId') }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(browser.extensionId);
});

it('the wallet shows the phishing list’s age, and schedules a weekly update until the user turns updates off', async () => {
  const { page } = wallet;
  await wallet.open('Home');
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: textStart('settings.phishing') }).click();
  await page.getByTestId('phishing-list').getByText(textPattern('times.daysAgo')).waitFor();
  const weekly = page.getByLabel(text('phishing.refreshWeekly'));
  expect(await weekly.isChecked()).toBe(true);
  const alarms = () => page.evaluate<unknown>("chrome.alarms.get('phishing-list')");
  await expect.poll(alarms).toMatchObject({ name: 'phishing-list' });
  await weekly.click();
  await expect.poll(alarms).toBeUndefined();
  await page.getByLabel(text('phishing.source')).fill('http://list.example/config.json');
  await page.getByRole('button', { name: text('phishing.useSource') }).click();
  await page.getByText(text('failures.badSource')).waitFor();
});
