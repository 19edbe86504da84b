import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';

let world: VaultWorld;
let browser: WalletBrowser;
let page: Page;

beforeAll(async () => {
  world = await startVaultWorld();
  browser = await launchWallet();
  page = await browser.openWallet();
  await page.setViewportSize({ width: 400, height: 600 });
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

/** Presses Tab until an element has the focus, then a key: no mouse, no hidden shortcut. */
async function byKeyboard(target: ReturnType<typeof button>, key?: string): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await hasFocus()); steps++) {
    if (steps === 60) throw new Error('the keyboard does not reach it');
    await page.keyboard.press('Tab');
  }
  if (key !== undefined) await page.keyboard.press(key);
}

describe('the screens of the vault', () => {
  it('are free of findings from the first visit to the empty vault, by keyboard alone', async () => {
    await page.goto(`chrome-extension://${browser.extensionId}/popup.html`);
    await button('Get started').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await browser.openWallet(page);
    await page.goto('about:blank');
    await browser.openWallet(page);
    const server = page.getByLabel('Server address');
    await byKeyboard(server);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`${world.url}/`);
    expect(await server.inputValue()).toBe(`${world.url}/`);
    expect(await axeFindings(page)).toEqual([]);
    await byKeyboard(button('Continue'), 'Enter');
    await button('Create a new vault').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await browser.setAuthenticator({ mode: 'hang' });
    await byKeyboard(button('Create a new vault'), 'Enter');
    const ceremony = await browser.waitForWindow('ceremony.html');
    await ceremony.getByText('Follow your browser’s prompt').waitFor();
    expect(await axeFindings(ceremony)).toEqual([]);
    await ceremony.close();
    await browser.setAuthenticator({ mode: 'approve' });
    await page.getByRole('alert').waitFor();
    await byKeyboard(button('Create a new vault'), 'Space');
    await button('Add a wallet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    [/Import a wallet/, 'Import'],
    [/Keystore file/, 'Back'],
    [/Restore a recovery file/, 'Back'],
  ])('are free of findings where a wallet is added: %s', async (choice, shown) => {
    await button('Add a wallet').click();
    await button(choice).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(choice).click();
    await button(shown).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button('Back').click();
    await button('Cancel').click();
  });

  it('are free of findings while a wallet is made, by keyboard alone, and on Home', async () => {
    await byKeyboard(button('Add a wallet'), 'Enter');
    await byKeyboard(button(/Create a new wallet/), 'Enter');
    await byKeyboard(button('Show the words'), 'Enter');
    await page.getByTestId('phrase').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await byKeyboard(page.getByRole('checkbox'), 'Space');
    await byKeyboard(button('Save to the vault'), 'Enter');
    await page.getByTestId('address').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    'Wallets',
    'Passkeys and recovery',
    'Sync',
    'Servers and node',
    'Contacts',
    'Auto-lock',
    'Connected sites',
    'About',
  ])('are free of findings in the settings: %s', async (section) => {
    await byKeyboard(button('Settings'), 'Enter');
    await button(section).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await byKeyboard(button(section), 'Enter');
    await page.getByRole('heading', { name: section }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('navigation').getByRole('button', { name: 'Home' }).click();
  });

  it('are free of findings where a secret and a recovery code are shown', async () => {
    await button('Settings').click();
    await button('Wallets').click();
    await button('Export or remove').click();
    await byKeyboard(button('Show the secret'), 'Enter');
    await page.getByTestId('phrase').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button('Back').click();
    await button('Passkeys and recovery').click();
    await byKeyboard(button('Make a recovery file'), 'Enter');
    await page.getByTestId('recovery-code').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('navigation').getByRole('button', { name: 'Home' }).click();
  });

  it('are free of findings when locked, and unlock by keyboard', async () => {
    await byKeyboard(button('Lock'), 'Enter');
    await button('Unlock').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await byKeyboard(button('Unlock'), 'Enter');
    await page.getByTestId('address').waitFor();
  });

  it('are free of findings when the stored data cannot be read', async () => {
    // Locked, nothing of the last unlock's sync is written over it.
    await button('Lock').click();
    await button('Unlock').waitFor();
    await page.evaluate("chrome.storage.local.set({ vault: { version: 1, value: 'torn' } })");
    await browser.stopWorker();
    await browser.openWallet(page);
    await page.getByText('Start without it').click();
    expect(await axeFindings(page)).toEqual([]);
  });
});
