import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultInUse, type VaultInUse } from '../helpers/vault-in-use.ts';

let vault: VaultInUse;
let world: VaultInUse['world'];
let browser: VaultInUse['browser'];
let wallet: VaultInUse['wallet'];
let page: Page;

beforeAll(async () => {
  vault = await startVaultInUse('server');
  ({ world, browser, wallet, page } = vault);
  await wallet.importWallet('Savings', `0x${'11'.repeat(32)}`);
});

afterAll(() => vault?.stop());

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

async function addWallet(name: string, secret: string): Promise<void> {
  await press(text('home.addWallet'));
  await press(textPattern('addWallet.import'));
  await page.getByLabel(text('addWallet.name')).fill(name);
  await page.getByLabel(textPattern('addWallet.secret')).fill(secret);
  await press(text('addWallet.importNow'));
}

const optionNames = () => page.getByLabel(text('home.account')).locator('option').allTextContents();

describe('the wallet with a server that answers a login slowly', () => {
  it('unlocks without waiting for a slow login, and shows that a save waits for the sync', async () => {
    await wallet.lock();
    const gate = Promise.withResolvers<void>();
    world.intercept = ({ path }, response, forward) =>
      path === '/v1/authentication/verify'
        ? gate.promise.then(forward).then(({ status, body }) => {
            response.writeHead(status, { 'content-type': 'application/json' }).end(body);
          })
        : undefined;
    await wallet.unlock();
    await page.getByText(text('sync.syncing')).waitFor();
    await addWallet('Second', `0x${'22'.repeat(32)}`);
    const ceremony = await browser.waitForWindow('ceremony.html');
    await ceremony.getByText(text('ceremony.waitingForSync')).waitFor();
    gate.resolve();
    await page.getByLabel(text('home.account')).locator('option', { hasText: 'Second' }).waitFor({
      state: 'attached',
    });
    await page.getByText(textPattern('home.synced')).waitFor();
    world.intercept = undefined;
  });
});

describe('the wallet with a server that was restored from a backup', () => {
  it('compares a restored server’s vault with this device’s copy, and merges the two after the user confirms', async () => {
    await world.backUp();
    await addWallet('Third', `0x${'33'.repeat(32)}`);
    await page.getByLabel(text('home.account')).locator('option', { hasText: 'Third' }).waitFor({
      state: 'attached',
    });
    await world.restore();
    await wallet.lock();
    await wallet.unlock();
    await page.getByText(text('sync.olderTitle')).waitFor();
    expect(await optionNames()).toEqual(['Savings', 'Second', 'Third']);
    // The save fails without a prompt, sometimes before the window has loaded.
    await addWallet('Fourth', `0x${'44'.repeat(32)}`);
    const refused = await browser.waitForWindow('ceremony.html');
    await refused.getByText(text('failures.ROLLED_BACK')).waitFor();
    const closed = refused.waitForEvent('close');
    // The window may close before Playwright reports the click.
    await refused
      .getByRole('button', { name: text('prompt.close'), exact: true })
      .click()
      .catch(() => undefined);
    await closed;
    await press(text('ui.back'));
    await press(text('ui.cancel'));
    await press(text('home.settings'));
    await press(text('forget.forget'));
    await page.getByText(textPattern('forget.serverHasOther')).waitFor();
    await wallet.open('Home');
    // A passkey prompt closes the popup, so the popup opens a tab.
    const popup = await browser.context.newPage();
    await popup.goto(`chrome-extension://${browser.extensionId}/popup.html`);
    const opened = browser.context.waitForEvent('page');
    await popup.getByRole('button', { name: text('sync.review') }).click();
    const tab = await opened;
    await tab.getByTestId('divergence').waitFor();
    await tab.close();
    await popup.close();
    await press(text('sync.review'));
    const card = page.getByTestId('divergence');
    await card.getByText(text('sync.keyWallet', { name: 'Third' })).waitFor();
    await card.getByText(text('sync.revision', { revision: 4 })).waitFor();
    await card.getByText(text('sync.revision', { revision: 3 })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await card.getByRole('button', { name: text('sync.merge') }).click();
    await card.waitFor({ state: 'detached' });
    await wallet.open('Home');
    expect(await optionNames()).toEqual(['Savings', 'Second', 'Third']);
    await wallet.lock();
    await wallet.unlock();
    await page.getByText(textPattern('home.synced', { revision: 4 })).waitFor();
  });
});

describe('the wallet with a server that lost its database', () => {
  it('opens this device’s copy when the server lost its data, and registers the vault as a new account', async () => {
    await world.lose();
    const address = await wallet.address();
    await wallet.lock();
    await wallet.unlock();
    await page.getByText(text('sync.unknownPasskey')).waitFor();
    expect(await wallet.address()).toBe(address);
    await press(text('sync.seeWhatToDo'));
    await page.getByTestId('refused').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(text('sync.register'));
    await page.getByTestId('refused').waitFor({ state: 'detached' });
    await wallet.open('Home');
    expect(await optionNames()).toEqual(['Savings', 'Second', 'Third']);
    await wallet.lock();
    await wallet.unlock();
    await page.getByText(textPattern('home.synced', { revision: 1 })).waitFor();
    expect(await wallet.address()).toBe(address);
  });
});
