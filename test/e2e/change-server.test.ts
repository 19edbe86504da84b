import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let first: VaultWorld;
let second: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  [first, second, browser] = await Promise.all([
    startVaultWorld(),
    startVaultWorld(),
    launchWallet(),
  ]);
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.begin();
  await wallet.connectServer(first.url);
});
afterAll(async () => {
  await browser?.close();
  await first?.stop();
  await second?.stop();
});

it('the wallet leaves the first server and then asks for the second server’s address in one flow', async () => {
  await page.getByRole('button', { name: text('connectServer.leaveOrChange') }).click();
  await page.getByRole('button', { name: text('connectServer.change'), exact: true }).click();
  const card = page.getByTestId('connect-server');
  await card.getByRole('heading', { name: text('connectServer.changeTitle') }).waitFor();
  const address = card.getByLabel(text('onboarding.serverAddress'));
  // The form doesn't suggest the server that the vault has left.
  expect(await address.inputValue()).toBe('');
  expect(await axeFindings(page)).toEqual([]);
  await address.fill(second.url);
  await card.getByRole('button', { name: text('onboarding.continue'), exact: true }).click();
  const heard = first.requests.length;
  await page.getByRole('button', { name: text('connectServer.withNewPasskey') }).click();
  await page.getByRole('button', { name: text('sync.now'), exact: true }).waitFor();
  await page.getByText(second.url, { exact: true }).waitFor();
  await wallet.open('Home');
  const known = await wallet.address();
  await wallet.lock();
  await wallet.unlock();
  await page.getByText(textPattern('home.synced')).waitFor();
  expect(await wallet.address()).toBe(known);
  expect(first.requests.length).toBe(heard);
});
