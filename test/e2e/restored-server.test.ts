import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  world = await startVaultWorld();
  browser = await launchWallet();
  wallet = await walletUser(browser);
  page = wallet.page;
  page.setDefaultTimeout(25_000);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
  await wallet.importWallet('Savings', `0x${'11'.repeat(32)}`);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

async function addWallet(name: string, secret: string): Promise<void> {
  await press('Add a wallet');
  await press(/Import a wallet/);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel(/Recovery phrase, private key/).fill(secret);
  await press('Import');
}

const optionNames = () => page.getByLabel('Account').locator('option').allTextContents();

describe('a server that takes its time to log in', () => {
  it('does not keep the wallet closed, and a save waits for it visibly', async () => {
    await wallet.lock();
    const gate = Promise.withResolvers<void>();
    world.intercept = ({ path }, response, forward) =>
      path === '/v1/authentication/verify'
        ? gate.promise.then(forward).then(({ status, body }) => {
            response.writeHead(status, { 'content-type': 'application/json' }).end(body);
          })
        : undefined;
    await wallet.unlock();
    await page.getByText('Syncing the vault…').waitFor();
    await addWallet('Second', `0x${'22'.repeat(32)}`);
    const ceremony = await browser.waitForWindow('ceremony.html');
    await ceremony.getByText('Waiting for the sync to finish…').waitFor();
    gate.resolve();
    await page.getByLabel('Account').locator('option', { hasText: 'Second' }).waitFor({
      state: 'attached',
    });
    await page.getByText(/Vault synced/).waitFor();
    world.intercept = undefined;
  });
});

describe('a server that was restored from a backup', () => {
  it('is shown beside this device’s copy, whose content goes onto it with consent', async () => {
    await world.backUp();
    await addWallet('Third', `0x${'33'.repeat(32)}`);
    await page.getByLabel('Account').locator('option', { hasText: 'Third' }).waitFor({
      state: 'attached',
    });
    await world.restore();
    await wallet.lock();
    await wallet.unlock();
    await page.getByText('The server has an older version of your vault').waitFor();
    expect(await optionNames()).toEqual(['Savings', 'Second', 'Third']);
    // The save fails without any prompt, which can be sooner than its window has loaded.
    await addWallet('Fourth', `0x${'44'.repeat(32)}`);
    const refused = await browser.waitForWindow('ceremony.html');
    await refused.getByText('The server offers an older vault').waitFor();
    const closed = refused.waitForEvent('close');
    // The window can be gone before the click has reported back.
    await refused
      .getByRole('button', { name: 'Close' })
      .click()
      .catch(() => undefined);
    await closed;
    await press('Back');
    await press('Cancel');
    await press('Settings');
    await press('Forget this device');
    await page.getByText('with 1 item that exists only here').waitFor();
    await wallet.open('Home');
    // A passkey prompt closes the popup, so the popup leads to a tab.
    const popup = await browser.context.newPage();
    await popup.goto(`chrome-extension://${browser.extensionId}/popup.html`);
    const opened = browser.context.waitForEvent('page');
    await popup.getByRole('button', { name: 'Review' }).click();
    const tab = await opened;
    await tab.getByTestId('divergence').waitFor();
    await tab.close();
    await popup.close();
    await press('Review');
    const card = page.getByTestId('divergence');
    await card.getByText('Private key “Third”').waitFor();
    await card.getByText('Revision 4').waitFor();
    await card.getByText('Revision 3').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Save this device’s content on the server' }).click();
    await card.waitFor({ state: 'detached' });
    await wallet.open('Home');
    expect(await optionNames()).toEqual(['Savings', 'Second', 'Third']);
    await wallet.lock();
    await wallet.unlock();
    await page.getByText(/Vault synced .* revision 4/).waitFor();
  });
});

describe('a server that lost its database', () => {
  it('leaves the copy open, and takes the vault again as a new account', async () => {
    await world.lose();
    const address = await wallet.address();
    await wallet.lock();
    await wallet.unlock();
    await page.getByText('The server doesn’t know this passkey.').waitFor();
    expect(await wallet.address()).toBe(address);
    await press('See what you can do');
    await page.getByTestId('refused').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press('Register again with this vault');
    await page.getByTestId('refused').waitFor({ state: 'detached' });
    await wallet.open('Home');
    expect(await optionNames()).toEqual(['Savings', 'Second', 'Third']);
    await wallet.lock();
    await wallet.unlock();
    await page.getByText(/Vault synced .* revision 1/).waitFor();
    expect(await wallet.address()).toBe(address);
  });
});
