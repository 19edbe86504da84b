import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { caseByHand, reportCases } from '../helpers/report-cases.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = `0x${'11'.repeat(32)}`;
/** An address in which one letter has the wrong case. */
const WRONG_CHECKSUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD';

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  world = await startWorld();
  browser = await launchWallet();
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
  await wallet.createVault();
  await wallet.importWallet('Savings', PHRASE);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const press = (name: string | RegExp, exact = true) =>
  page.getByRole('button', { name, exact }).click();

async function openSettings(section: string) {
  await wallet.open('Home');
  await press(text('home.settings'));
  await page.getByRole('button', { name: section }).click();
  await page.getByRole('heading', { name: section }).waitFor();
}

const seedCard = () =>
  page
    .getByTestId('wallets')
    .getByRole('listitem')
    .filter({ has: page.getByLabel(text('wallets.seedName', { name: 'Old age' })) })
    .first();

describe('the settings', () => {
  it('adds a second passkey', async () => {
    await openSettings(text('settings.recovery'));
    await browser.setAuthenticator({ isAnother: true });
    await page.getByLabel(text('recovery.newPasskeyName')).fill('Security key');
    await press(text('recovery.addPasskey'));
    await page.getByLabel(text('recovery.passkeyName', { name: 'Security key' })).waitFor();
    await browser.setAuthenticator({ isAnother: false });
  });

  it('removes a passkey that isn’t in use', async () => {
    await openSettings(text('settings.recovery'));
    await press(text('recovery.removePasskey', { name: 'Security key' }));
    await press(text('recovery.removeNow'));
    await page
      .getByLabel(text('recovery.passkeyName', { name: 'Security key' }))
      .waitFor({ state: 'detached' });
  });

  it('saves a wallet’s new name, the wallets’ new order and a hidden account in one save', async () => {
    await wallet.open('Home');
    await wallet.importWallet('Key', KEY);
    await openSettings(text('settings.wallets'));
    await page.getByLabel(text('wallets.seedName', { name: 'Savings' })).fill('Old age');
    await press(`${text('wallets.moveDown')}: Old age`);
    await page
      .getByRole('button', {
        name: textStart('wallets.hideAccount', { name: 'Account 1', address: '0x19E7' }),
      })
      .click();
    await press(text('wallets.save', 3));
    await page
      .getByRole('button', { name: text('wallets.save', 3) })
      .waitFor({ state: 'detached' });
    await wallet.open('Home');
    const options = page.getByLabel(text('home.account')).locator('option');
    await eventually(async () => expect(await options.allInnerTexts()).toEqual(['Old age']));
    expect(await wallet.address()).toBe(ACCOUNT);
  });

  it('shows a phrase as text, not in inputs, and hides the phrase when the user asks', async () => {
    await openSettings(text('settings.wallets'));
    const card = seedCard();
    await card.getByRole('button', { name: text('wallets.exportOrRemove') }).click();
    await page.getByText(text('wallets.removeHint')).waitFor();
    await card.getByRole('button', { name: text('wallets.showSecret') }).click();
    await page.getByTestId('phrase').waitFor();
    const words = await page.getByTestId('phrase').getByRole('listitem').allInnerTexts();
    expect(words.map((line) => line.replace(/^\d+\s*/, '').trim()).join(' ')).toBe(PHRASE);
    expect(await page.getByTestId('phrase').locator('input').count()).toBe(0);
    await card.getByRole('button', { name: text('wallets.hideSecret'), exact: true }).click();
    expect(await page.getByTestId('phrase').count()).toBe(0);
    expect(await card.getByRole('button', { name: text('wallets.remove') }).isDisabled()).toBe(
      true,
    );
  });

  it('warns before it shows a phrase, and doesn’t let the user select the phrase’s words', async () => {
    await openSettings(text('settings.wallets'));
    const card = seedCard();
    await card.getByRole('button', { name: text('wallets.exportOrRemove') }).click();
    await card.getByText(text('wallets.secretRisk')).waitFor();
    await card.getByRole('button', { name: text('wallets.showSecret') }).click();
    await page.getByTestId('phrase').waitFor();
    const selected = await page.evaluate<string>(`
      getSelection().selectAllChildren(document.querySelector('[data-testid=phrase]'));
      getSelection().toString().trim()`);
    expect(selected).toBe('');
    await press(text('wallets.hideSecret'));
  });

  it('names the service that doesn’t respond, and keeps the old addresses', async () => {
    await openSettings(text('settings.services'));
    await page.getByLabel(text('services.nodes')).fill('http://localhost:1');
    await press(text('services.save'));
    await page.getByText(text('services.silent.node', { url: 'http://localhost:1' })).waitFor();
    await openSettings(text('settings.services'));
    expect(await page.getByLabel(text('services.nodes')).inputValue()).toBe(world.devnet.rpcUrl);
    await press(text('services.save'));
    await page.getByText(text('services.saved')).waitFor();
  });

  it(`refuses a contact with a wrong checksum: ${caseByHand('R903')}`, async () => {
    await openSettings(text('settings.contacts'));
    await page.getByLabel(text('contacts.name')).fill('Bakery');
    const address = page.getByLabel(text('contacts.address'));
    const save = page.getByRole('button', { name: text('contacts.save') });
    const more = reportCases('contact').map(({ input }) => String(input.typed));
    for (const typed of [WRONG_CHECKSUM, ...more]) {
      await address.fill('');
      await page.getByText(text('receiver.checksum')).waitFor({ state: 'detached' });
      await address.fill(typed);
      await page.getByText(text('receiver.checksum')).waitFor();
      expect(await save.isDisabled()).toBe(true);
    }
    await address.fill(WRONG_CHECKSUM.toLowerCase());
    await page.getByText(text('receiver.checksum')).waitFor({ state: 'detached' });
    expect(await save.isEnabled()).toBe(true);
  });

  it('changes the auto-lock time', async () => {
    await openSettings(text('settings.autoLock'));
    // Not `check`, because the mark appears only after the worker's response.
    await page.getByLabel('30 min').click();
    await press(text('ui.back'));
    await page
      .getByRole('button', { name: textStart('settings.autoLock') })
      .filter({ hasText: '30 min' })
      .waitFor();
  });
});

describe('a recovery file', () => {
  it('marks a recovery file as saved once the user selects the saved file, not when the file is created', async () => {
    await openSettings(text('settings.recovery'));
    await press(text('recovery.makeFile'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: text('recovery.saveFile') }).click(),
    ]);
    await openSettings(text('settings.recovery'));
    await press(text('recovery.makeFile'));
    expect(await page.getByText(textPattern('recovery.lastSaved')).count()).toBe(0);
    const [second] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: text('recovery.saveFile') }).click(),
    ]);
    await page.getByLabel(text('ui.chooseSavedFile')).setInputFiles((await download.path()) ?? '');
    await page.getByText(text('ui.savedFileDiffers')).waitFor();
    await page.getByLabel(text('ui.chooseSavedFile')).setInputFiles((await second.path()) ?? '');
    await page.getByText(text('ui.fileIsSaved')).waitFor();
    await press(text('recovery.done'));
    await page.getByText(textPattern('recovery.lastSaved')).waitFor();
  });

  it('restores the wallets of a recovery file on another device with a new passkey', async () => {
    await openSettings(text('settings.recovery'));
    await press(text('recovery.makeFile'));
    const code = await page.getByTestId('recovery-code').textContent();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: text('recovery.saveFile') }).click(),
    ]);
    const file = await readFile((await download.path()) ?? '');
    expect(file.toString()).not.toContain('junk');

    const second = await launchWallet();
    try {
      const fresh = await walletUser(second);
      await fresh.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
      await fresh.createVault();
      await fresh.page.getByRole('button', { name: text('home.addWallet') }).click();
      await fresh.page.getByRole('button', { name: textPattern('addWallet.restore') }).click();
      await fresh.page
        .getByLabel(text('addWallet.recoveryFile'))
        .setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: file });
      await fresh.page.getByLabel(text('addWallet.recoveryCode')).fill(code ?? '');
      await fresh.page
        .getByRole('button', { name: text('addWallet.restoreNow'), exact: true })
        .click();
      await fresh.page.getByText(text('addWallet.restored', 2)).waitFor();
      await fresh.page.getByRole('button', { name: text('addWallet.done') }).click();
      expect(await fresh.address()).toBe(ACCOUNT);
    } finally {
      await second.close();
    }
  });
});
