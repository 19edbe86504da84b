import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let page: Page;
let address: string;

beforeAll(async () => {
  vault = await startVaultInUse('server');
  ({ world, browser, wallet, page } = vault);
  await wallet.createWallet();
  address = await wallet.address();
});

afterAll(() => vault?.stop());

const readVault = () => page.evaluate<unknown>("chrome.storage.local.get('vault')");

/** Changes the stored vault directly, and restarts the worker. */
async function restartWith(vault: string): Promise<void> {
  await page.evaluate(`chrome.storage.local.set({ vault: ${vault} })`);
  await browser.stopWorker();
  await browser.openWallet(page);
  await page.getByRole('heading', { name: text('storage.title') }).waitFor();
}

describe('the wallet with a vault that this version cannot read', () => {
  it('shows the recovery screen instead of onboarding for a vault of a newer version, and doesn’t change the vault', async () => {
    const good = JSON.stringify(await readVault());
    await restartWith('{ version: 99, value: { fromTheFuture: true } }');
    await page.getByText(text('storage.newer')).waitFor();
    expect(
      await page.getByRole('button', { name: text('firstRun.create'), exact: true }).count(),
    ).toBe(0);
    await page.getByRole('button', { name: text('prompt.tryAgain'), exact: true }).click();
    await page.getByText(text('storage.newer')).waitFor();
    expect(await readVault()).toEqual({ vault: { version: 99, value: { fromTheFuture: true } } });
    await page.evaluate(`chrome.storage.local.set(${good})`);
    await page.getByRole('button', { name: text('prompt.tryAgain'), exact: true }).click();
    await page.getByTestId('address').waitFor();
    expect(await wallet.address()).toBe(address);
  });

  it('deletes a damaged vault only after the user saved a copy and typed a word, and restores the server’s vault', async () => {
    await restartWith('{ version: 1, value: "torn" }');
    await page
      .getByTestId('unreadable')
      .getByText(`${text('storage.part.vault')}: ${text('storage.damaged')}`)
      .waitFor();
    await page.getByText(text('storage.startWithout')).click();
    const remove = page.getByRole('button', { name: text('storage.delete') });
    const consent = page.getByLabel(textStart('ui.typeWord'));
    await consent.fill('delete');
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole('button', { name: text('storage.prepareCopy') }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: text('storage.saveCopy') }).click(),
    ]);
    const copy = JSON.parse(await readFile((await download.path()) ?? '', 'utf8'));
    expect(copy.local.vault).toEqual({ version: 1, value: 'torn' });
    expect(await remove.isDisabled()).toBe(true);
    const chosen = page.getByLabel(text('ui.chooseSavedFile'));
    await chosen.setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    });
    await page.getByText(text('ui.savedFileDiffers')).waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await chosen.setInputFiles((await download.path()) ?? '');
    await page.getByText(text('ui.fileIsSaved')).waitFor();
    await consent.fill('yes');
    expect(await remove.isDisabled()).toBe(true);
    await consent.fill('delete');
    await remove.click();
    await page.getByRole('button', { name: text('firstRun.create') }).waitFor();
    await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
    await wallet.signIn();
    expect(await wallet.address()).toBe(address);
  });
});
