import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { text } from '../helpers/screen-texts.ts';
import { type VaultMoves, vaultMoves } from '../helpers/vault-moves.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { type WorkerKills, workerKills } from '../helpers/worker-kills.ts';

const DELETION_OPTIONS = '/ext/v1/account/deletion/options';
const DELETION = '/ext/v1/account/deletion/commit';

let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let moves: VaultMoves;
let kills: WorkerKills;
let page: Page;
let address: string;

beforeAll(async () => {
  world = await startVaultWorld();
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
  await wallet.connectServer(world.url);
  await moves.expectOpens(address);
});
afterEach(() => browser?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const deletions = () => world.requests.filter(({ path }) => path === DELETION).length;
const isPromptOpen = () =>
  browser.context.pages().some((window) => window.url().includes('/ceremony.html'));

/** Leaves the server from Home, and deletes the account there. */
async function leave(): Promise<void> {
  await moves.openSync();
  await button(text('connectServer.leaveOrChange')).click();
  await page.getByTestId('leave-server').getByRole('checkbox').check();
  await button(text('connectServer.leave')).click();
}

/** Completes leaving the server: the device's vault opens, and no other vault remains. */
async function leaveToTheEnd(): Promise<void> {
  const before = deletions();
  await leave();
  await moves.connectCard.waitFor();
  // The vault moves first. The window closes once the account is deleted.
  await expect.poll(deletions).toBe(before + 1);
  await expect.poll(isPromptOpen).toBe(false);
  await expectOnDevice();
}

async function expectOnDevice(): Promise<void> {
  await moves.expectOpens(address);
  await page.getByTestId('connect-card').waitFor();
  await wallet.lock();
  // The server's vault is deleted; a vault that the user replaced by going back remains.
  await page.getByText(text('otherVaults.retiredMeans')).waitFor({ state: 'detached' });
}

describe('a wallet whose worker dies while the vault leaves the server', () => {
  it.each([
    [1, 'creates the passkey'],
    [2, 'tests the passkey'],
  ])(
    'keeps the vault on the server when the worker dies in prompt %i, which %s',
    async (prompt) => {
      await kills.atPrompt(prompt, leave);
      await moves.expectOpens(address);
      expect(await page.getByTestId('connect-card').count()).toBe(0);
      await leaveToTheEnd();
    },
  );

  it('lets the user return to the server’s vault when the worker dies before the deletion begins', async () => {
    await kills.atRequest(world, { path: DELETION_OPTIONS }, leave);
    await returnAndLeave();
  });

  it('lets the user return to the server’s vault when the worker dies at the deletion’s passkey prompt', async () => {
    await kills.atPrompt(3, leave);
    await returnAndLeave();
  });

  it('lets the user return to the server’s vault when the worker dies before the deletion arrives', async () => {
    await kills.atRequest(world, { path: DELETION }, leave);
    await returnAndLeave();
  });

  it('opens the vault on the device when the worker dies after the deletion, before its response', async () => {
    await kills.atRequest(world, { path: DELETION, isHandled: true }, leave);
    await expectOnDevice();
    await wallet.unlock();
    // The user can connect a server again, with a new account.
    await wallet.connectServer(world.url);
    await moves.expectOpens(address);
  });

  it('lets a user who returned to a deleted account leave the server with the device’s copy', async () => {
    await kills.atRequest(world, { path: DELETION, isHandled: true }, leave);
    await goBack();
    await leave();
    const card = page.getByTestId('leave-server');
    await card.getByText(text('failures.UNKNOWN_PASSKEY')).waitFor();
    await card.getByRole('button', { name: text('connectServer.leaveWithCopy') }).click();
    await moves.connectCard.waitFor();
    await expectOnDevice();
  });

  /** Goes back to the server's vault, which still exists, then leaves the server again. */
  async function returnAndLeave(): Promise<void> {
    await goBack();
    await leaveToTheEnd();
  }

  async function goBack(): Promise<void> {
    await moves.openAnew(address);
    await page.getByTestId('connect-card').waitFor();
    await wallet.lock();
    const others = page.getByTestId('other-vaults');
    await others
      .getByRole('button', { name: text('otherVaults.use') })
      .first()
      .click();
    await others.getByText(text('otherVaults.keptMeans')).first().waitFor();
    await wallet.unlock();
    expect(await wallet.address()).toBe(address);
  }
});
