import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../helpers/axe.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { zoomedFindings } from '../helpers/zoomed.ts';

let world: VaultWorld;
let browser: WalletBrowser;
let page: Page;

beforeAll(async () => {
  world = await startVaultWorld();
  browser = await launchWallet();
  page = await browser.openWallet();
  await page.setViewportSize({ width: 400, height: 600 });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const findingsOf = async (target: Page) => [
  ...(await axeFindings(target)),
  ...(await zoomedFindings(target)),
];

const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

/** Presses Tab until an element has the focus, then a key. Uses no mouse and no shortcut. */
async function byKeyboard(target: ReturnType<typeof button>, key?: string): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await hasFocus()); steps++) {
    if (steps === 60) throw new Error('the keyboard does not reach it');
    await page.keyboard.press('Tab');
  }
  if (key !== undefined) await page.keyboard.press(key);
}

describe('the interface of the vault', () => {
  it('works with the keyboard alone and without axe violations, from the first visit to the empty vault', async () => {
    await page.goto(`chrome-extension://${browser.extensionId}/popup.html`);
    await button(text('onboarding.start')).waitFor();
    // Checked separately, because the popup has another size.
    expect(await axeFindings(page)).toEqual([]);
    await browser.openWallet(page);
    await page.goto('about:blank');
    await browser.openWallet(page);
    await button(text('firstRun.create')).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await byKeyboard(button(text('firstRun.have')), 'Enter');
    await button(textPattern('firstRun.server')).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await byKeyboard(button(textPattern('firstRun.server')), 'Enter');
    const server = page.getByLabel(text('onboarding.serverAddress'));
    await byKeyboard(server);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`${world.url}/`);
    expect(await server.inputValue()).toBe(`${world.url}/`);
    expect(await findingsOf(page)).toEqual([]);
    await byKeyboard(button(text('onboarding.continue')), 'Enter');
    await button(text('onboarding.createVault')).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await browser.setAuthenticator({ mode: 'hang' });
    await byKeyboard(button(text('onboarding.createVault')), 'Enter');
    const ceremony = await browser.waitForWindow('ceremony.html');
    await ceremony.getByText(textPattern('prompt.follow')).waitFor();
    expect(await findingsOf(ceremony)).toEqual([]);
    await ceremony.close();
    await browser.setAuthenticator({ mode: 'approve' });
    await page.getByRole('alert').waitFor();
    await byKeyboard(button(text('onboarding.createVault')), 'Space');
    await button(text('home.addWallet')).waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });

  it.each([
    [textPattern('addWallet.import'), text('addWallet.importNow')],
    [textPattern('addWallet.keystore'), text('ui.back')],
    [textPattern('addWallet.restore'), text('ui.back')],
  ])('has no axe violations while a wallet is added: %s', async (choice, shown) => {
    await button(text('home.addWallet')).click();
    await button(choice).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await button(choice).click();
    await button(shown).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await button(text('ui.back')).click();
    await button(text('ui.cancel')).click();
  });

  it('has no axe violations on Home and while the user creates a wallet with the keyboard alone', async () => {
    await byKeyboard(button(text('home.addWallet')), 'Enter');
    await byKeyboard(button(textPattern('addWallet.create')), 'Enter');
    await byKeyboard(button(text('addWallet.showPhrase')), 'Enter');
    await page.getByTestId('phrase').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await byKeyboard(page.getByRole('checkbox'), 'Space');
    await byKeyboard(button(text('addWallet.save')), 'Enter');
    await page.getByTestId('address').waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });

  it.each([
    text('settings.wallets'),
    text('settings.recovery'),
    text('settings.sync'),
    text('settings.services'),
    text('settings.contacts'),
    text('settings.autoLock'),
    text('settings.connectedSites'),
    text('settings.about'),
  ])('has no axe violations in the settings: %s', async (section) => {
    await byKeyboard(button(text('home.settings')), 'Enter');
    await button(section).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await byKeyboard(button(section), 'Enter');
    await page.getByRole('heading', { name: section }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page
      .getByRole('navigation')
      .getByRole('button', { name: text('pages.home'), exact: true })
      .click();
  });

  it('has no axe violations while a secret and a recovery code are shown', async () => {
    await button(text('home.settings')).click();
    await button(text('settings.wallets')).click();
    await button(text('wallets.exportOrRemove')).click();
    await byKeyboard(button(text('wallets.showSecret')), 'Enter');
    await page.getByTestId('phrase').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await button(text('ui.back')).click();
    await button(text('settings.recovery')).click();
    await byKeyboard(button(text('recovery.makeFile')), 'Enter');
    await page.getByTestId('recovery-code').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page
      .getByRole('navigation')
      .getByRole('button', { name: text('pages.home'), exact: true })
      .click();
  });

  it('has no axe violations while locked, and unlocks with the keyboard', async () => {
    await byKeyboard(button(text('home.lock')), 'Enter');
    await button(text('unlock.unlock')).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await byKeyboard(button(text('unlock.unlock')), 'Enter');
    await page.getByTestId('address').waitFor();
  });

  it('has no axe violations when the stored data can’t be read', async () => {
    // Locks the wallet, so that a sync can't overwrite the stored data.
    await button(text('home.lock')).click();
    await button(text('unlock.unlock')).waitFor();
    await page.evaluate("chrome.storage.local.set({ vault: { version: 1, value: 'torn' } })");
    await browser.stopWorker();
    await browser.openWallet(page);
    await page.getByText(text('storage.startWithout')).click();
    expect(await findingsOf(page)).toEqual([]);
  });
});
