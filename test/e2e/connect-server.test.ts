import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { workerKills } from '../helpers/worker-kills.ts';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let moves: VaultInUse['moves'];
let page: Page;
let address: string;

beforeAll(async () => {
  vault = await startVaultInUse('device');
  ({ world, browser, wallet, moves, page } = vault);
  address = await wallet.address();
});
afterAll(() => vault?.stop());
beforeEach(() => {
  world.intercept = undefined;
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const chooseServer = () => moves.chooseServer(world.url);

/** Opens the wallet in a new page, unlocks it, and opens the page about the vault's home. */
async function openSync(): Promise<void> {
  await moves.openAnew(address);
  await moves.openSync();
}

describe('a wallet whose vault begins on the device', () => {
  it('the card on Home leads to the sync settings, which say that only this device has the vault and offer to choose a server', async () => {
    await page.getByTestId('connect-card').click();
    await page.getByText(text('connectServer.onDeviceOnly')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await chooseServer();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    ['/v1/registration/options', 'before the passkey is created'],
    ['/v1/mutations/options', 'before the commit'],
    ['/v1/mutations/commit', 'at the commit'],
    ['/v1/vault', 'before the vault is read back'],
  ])('keeps the vault on the device when the worker dies at %s (%s)', async (path) => {
    await openSync();
    await chooseServer();
    await workerKills(browser).atRequest(world, { path }, () =>
      press(text('connectServer.withNewPasskey')),
    );
    await openSync();
    await moves.connectCard.waitFor();
  });

  it('moves a device vault to the server and opens it from there after a lock', async () => {
    await openSync();
    await chooseServer();
    await press(text('connectServer.withNewPasskey'));
    await page.getByText(text('sync.now')).waitFor();
    await wallet.open('Home');
    await page.getByTestId('address').waitFor();
    expect(await page.getByTestId('connect-card').count()).toBe(0);
    await wallet.lock();
    await page.getByTestId('other-vaults').waitFor();
    await wallet.unlock();
    await page.getByText(textPattern('home.synced')).waitFor();
    expect(await wallet.address()).toBe(address);
    await wallet.lock();
    expect(await page.getByTestId('other-vaults').count()).toBe(0);
    await wallet.unlock();
  });

  it('moves a vault back to the device, names the account that stays on the server, and then needs no server', async () => {
    await openSync();
    world.intercept = ({ path }, response) =>
      path.startsWith('/ext/v1/account/deletion')
        ? Promise.resolve(void response.writeHead(404).end('{"error":"NOT_FOUND"}'))
        : undefined;
    await press(text('connectServer.leaveOrChange'));
    expect(await axeFindings(page)).toEqual([]);
    await page.getByTestId('leave-server').getByRole('checkbox').check();
    await press(text('connectServer.leave'));
    await moves.connectCard.waitFor();
    await page.getByText(textPattern('connectServer.accountKept')).waitFor();
    world.intercept = undefined;
    await wallet.open('Home');
    await wallet.lock();
    world.intercept = (_, response) => Promise.resolve(void response.destroy());
    await wallet.unlock();
    expect(await wallet.address()).toBe(address);
  });

  it('warns that forgetting the device loses the vault if no backup exists', async () => {
    await openSync();
    await press(text('ui.back'));
    await press(text('forget.title'));
    await page.getByText(text('connectServer.forgetLoses')).waitFor();
    await page.getByText(text('forget.passkeysUseless')).waitFor();
    await page.getByLabel(textStart('ui.typeWord')).fill(text('forget.word'));
    await page
      .getByRole('button', { name: text('forget.forget') })
      .last()
      .click();
    await page.getByRole('button', { name: text('firstRun.create') }).waitFor();
  });
});

describe('a wallet with one vault on the device and another on the server', () => {
  it('shows both vaults side by side, and merges them after the user’s consent', async () => {
    const other = await launchWallet();
    try {
      const first = await walletUser(other);
      await first.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
      await first.createVault();
      await first.createWallet();
      const theirs = await first.address();
      await browser.openWallet(page);
      await page.reload();
      await wallet.begin();
      address = await wallet.address();
      const passkeys: unknown[] = [await browser.exportPasskeys(), await other.exportPasskeys()];
      await browser.importPasskeys(passkeys.flat());
      await openSync();
      await chooseServer();
      await press(text('connectServer.signIn'));
      await page.getByTestId('join').getByText(text('sync.onlyHere')).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await press(text('connectServer.joinNow'));
      await page.getByText(text('sync.now')).waitFor();
      await wallet.open('Home');
      const accounts = page.getByLabel(text('home.account')).locator('option');
      const values = await accounts.evaluateAll((options) =>
        options.map((option) => option.getAttribute('value')),
      );
      expect(values.toSorted()).toEqual([address, theirs].toSorted());
    } finally {
      await other.close();
    }
  });
});
