import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let world: VaultWorld;
const browsers: WalletBrowser[] = [];
let phone: WalletUser;
let laptop: WalletUser;

beforeAll(async () => {
  world = await startVaultWorld();
  const first = await launchWallet();
  browsers.push(first);
  phone = await walletUser(first);
  await phone.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await phone.createVault();
  await phone.importWallet('Savings', `0x${'11'.repeat(32)}`);
  const second = await launchWallet();
  browsers.push(second);
  await second.importPasskeys(await first.exportPasskeys());
  laptop = await walletUser(second);
  await laptop.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await laptop.signIn();
});

afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await world?.stop();
});

async function rename({ page, open }: WalletUser, name: string): Promise<void> {
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: text('settings.wallets') }).click();
  await page.getByLabel(textStart('wallets.keyName')).fill(name);
  await page.getByRole('button', { name: text('wallets.save', 1) }).click();
  await page.getByLabel(text('wallets.keyName', { name })).waitFor();
  await page.getByText(text('ceremony.followPrompt')).waitFor({ state: 'detached' });
  await open('Home');
}

const nameOn = (page: Page) =>
  page.getByLabel(text('home.account')).locator('option').textContent();

describe('a name that two devices changed in parallel', () => {
  it('Home reports that two devices changed one wallet’s name, and one button restores the losing name', async () => {
    await rename(phone, 'Old age');
    await rename(laptop, 'House');
    const { page } = laptop;
    await page.getByText(text('home.conflictTitle')).waitFor();
    const diff = page.getByTestId('conflicts');
    expect(await diff.locator('ins').textContent()).toBe('House');
    expect(await diff.locator('del').textContent()).toBe('Old age');
    await diff
      .getByRole('button', { name: text('conflict.useInstead', { lost: 'Old age' }) })
      .click();
    await page.getByLabel(text('home.account')).getByText('Old age').waitFor({ state: 'attached' });
    expect(await nameOn(page)).toBe('Old age');
    await page.getByRole('button', { name: text('home.acceptConflicts'), exact: true }).click();
    await page.getByText(text('home.conflictTitle')).waitFor({ state: 'detached' });
  });

  it('the second device shows the conflict in the sync settings and on Home', async () => {
    const { page } = phone;
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: text('settings.sync') }).click();
    await page.getByRole('button', { name: text('sync.now') }).click();
    await page.getByText(text('sync.conflicts')).waitFor();
    await phone.open('Home');
    await page.getByText(text('home.conflictTitle')).waitFor();
    expect(await nameOn(page)).toBe('Old age');
  });
});
