import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { text } from '../helpers/screen-texts.ts';
import { type VaultMoves, vaultMoves } from '../helpers/vault-moves.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { type WorkerKills, workerKills } from '../helpers/worker-kills.ts';

let world: VaultWorld;
/** Address and passkeys of the vault that is already on the server. */
let theirs: string;
let theirPasskeys: unknown;
let browser: WalletBrowser;
let wallet: WalletUser;
let moves: VaultMoves;
let kills: WorkerKills;
let page: Page;
let address: string;

beforeAll(async () => {
  world = await startVaultWorld();
  const other = await launchWallet();
  try {
    const user = await walletUser(other);
    await user.begin();
    theirs = await user.address();
    await user.connectServer(world.url);
    theirPasskeys = await other.exportPasskeys();
  } finally {
    await other.close();
  }
});
afterAll(() => world?.stop());
beforeEach(async () => {
  world.intercept = undefined;
  browser = await launchWallet();
  wallet = await walletUser(browser);
  moves = vaultMoves(browser, wallet);
  kills = workerKills(browser);
  page = wallet.page;
  await wallet.begin();
  address = await wallet.address();
  const passkeys: unknown[] = [theirPasskeys, await browser.exportPasskeys()];
  await browser.importPasskeys(passkeys.flat());
});
afterEach(() => browser?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function signIn(): Promise<void> {
  await moves.openSync();
  await moves.chooseServer(world.url);
  await button(text('connectServer.signIn')).click();
}

async function agree(): Promise<void> {
  await page.getByTestId('join').waitFor();
  await button(text('connectServer.joinNow')).click();
}

async function signInAndAgree(): Promise<void> {
  await signIn();
  await agree();
}

/** Expects that the device's vault still opens, and that the merge then succeeds. */
async function expectOnDeviceAndJoin(): Promise<void> {
  await moves.expectOpens(address);
  await page.getByTestId('connect-card').waitFor();
  await signInAndAgree();
  await button(text('sync.now')).waitFor();
  await moves.expectOpens(address);
  expect(await page.getByTestId('connect-card').count()).toBe(0);
  const accounts = await page
    .getByLabel(text('home.account'))
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
  expect(accounts).toContain(address);
  expect(accounts).toContain(theirs);
}

describe('a wallet whose worker dies while a vault of the device joins a server’s vault', () => {
  it('keeps the vault of the device when the worker dies during the prompt of the sign-in', async () => {
    await kills.atPrompt(1, signIn);
    await expectOnDeviceAndJoin();
  });

  it('keeps the vault of the device when the worker dies before the merge is shown', async () => {
    await kills.atRequest(world, { path: '/v1/authentication/verify', isHandled: true }, signIn);
    await expectOnDeviceAndJoin();
  });

  it('keeps the vault of the device when the worker dies while the merge is shown', async () => {
    await signIn();
    await page.getByTestId('join').waitFor();
    await browser.stopWorker();
    await expectOnDeviceAndJoin();
  });

  it('keeps the vault of the device when the worker dies during the prompt after the consent', async () => {
    await kills.atPrompt(2, signInAndAgree);
    await expectOnDeviceAndJoin();
  });

  it.each([
    ['before the commit arrives', { path: '/v1/mutations/commit' }],
    ['after the commit, before its response', { path: '/v1/mutations/commit', isHandled: true }],
    // The first request for the vault reads the vault to merge with.
    ['after the commit, before the vault is read back', { path: '/v1/vault', nth: 2 }],
  ])('keeps the vault of the device when the worker dies %s', async (_, at) => {
    await kills.atRequest(world, at, signInAndAgree);
    await expectOnDeviceAndJoin();
  });
});
