import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { importChosen } from '../helpers/wallet-user.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let browser: WalletBrowser;
let page: Page;
/** Number of buttons that the user has pressed. */
let clicks = 0;

async function startBrowser(options: { args?: readonly string[] } = {}): Promise<void> {
  browser = await launchWallet({ args: [...(options.args ?? [])] });
  page = await browser.context.newPage();
  await page.setViewportSize({ width: 400, height: 600 });
  clicks = 0;
}

const press = async (name: string | RegExp, on = page) => {
  clicks += 1;
  await on.getByRole('button', { name }).click();
};
const address = async () => page.getByTestId('address').getAttribute('title');

describe('a new user without a server', () => {
  beforeAll(() => startBrowser());
  afterAll(() => browser?.close());

  it('creates a usable wallet with at most four clicks and no typing', async () => {
    // Starts like a click on the icon: the popup opens a tab, because a passkey prompt would close
    // the popup.
    await page.goto(`chrome-extension://${browser.extensionId}/popup.html`);
    const popup = page;
    const [tab] = await Promise.all([
      browser.context.waitForEvent('page'),
      popup.waitForEvent('close'),
      // The popup closes itself on this click, often before Playwright reports the click's end.
      press(text('onboarding.start')).catch((error: unknown) => {
        if (!popup.isClosed()) throw error;
      }),
    ]);
    page = tab;
    await page.setViewportSize({ width: 400, height: 600 });
    await press(text('firstRun.create'));
    await page.getByTestId('address').waitFor();
    expect(await address()).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('Home shows that the wallet isn’t backed up until the user types three words of the phrase', async () => {
    const backup = page.getByTestId('backup');
    await backup.getByText(text('backup.title')).waitFor();
    await press(text('backup.open'));
    const card = page.getByTestId('confirm-phrase');
    await press(text('backup.showPhrase'));
    const items = card.getByTestId('phrase').getByRole('listitem');
    await items.first().waitFor();
    const words = (await items.allInnerTexts()).map((line) => line.replace(/^\d+\s*/, '').trim());
    expect(words).toHaveLength(12);
    await press(text('backup.wroteDown'));
    expect(await card.getByTestId('phrase').count()).toBe(0);
    await answer(words.map(() => 'wrong'));
    await card.getByText(text('backup.wrongWords')).waitFor();
    await press(text('backup.showPhrase'));
    await press(text('backup.wroteDown'));
    await press(text('backup.backToPhrase'));
    await items.first().waitFor();
    await press(text('backup.wroteDown'));
    await answer(words);
    await card.waitFor({ state: 'detached' });
    await page.getByText(text('backup.done')).waitFor();
    await page
      .getByRole('navigation')
      .getByRole('button', { name: text('pages.home'), exact: true })
      .click();
    await page.getByTestId('address').waitFor();
    expect(await backup.count()).toBe(0);
  });

  async function answer(words: readonly string[]): Promise<void> {
    const fields = page.getByTestId('confirm-phrase').getByRole('textbox');
    await fields.first().waitFor();
    for (const field of await fields.all()) {
      const label = await field.evaluate(
        (input: HTMLInputElement) => input.labels?.[0]?.textContent,
      );
      const place = Number(/\d+/.exec(label ?? '')?.[0]);
      await field.fill(words[place - 1] ?? '');
    }
    await press(text('backup.check'));
  }

  it('the wallet shows the same account after a lock, a worker’s death and an unlock', async () => {
    const known = await address();
    await press(text('home.lock'));
    await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    await browser.stopWorker();
    await press(text('unlock.unlock'));
    await page.getByTestId('address').waitFor();
    expect(await address()).toBe(known);
  });

  it('the locked wallet stores neither the unlock key nor its own name in plain text', async () => {
    await press(text('home.lock'));
    await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    const dump = await page.evaluate<string>(
      'Promise.all([chrome.storage.local.get(), chrome.storage.session.get()]).then(JSON.stringify)',
    );
    expect(dump).toContain('"vault-');
    expect(dump).not.toContain('unlockKey');
    expect(dump).not.toContain(text('addWallet.mainName'));
    await press(text('unlock.unlock'));
    await page.getByTestId('address').waitFor();
  });
});

describe('a new user who already has a wallet', () => {
  beforeAll(() => startBrowser());
  afterAll(() => browser?.close());

  it('imports a recovery phrase, and sees the phrase’s first account again after the worker restarted', async () => {
    await browser.openWallet(page);
    await press(text('firstRun.have'));
    await press(textPattern('firstRun.import'));
    await page.getByLabel(textPattern('addWallet.secret')).fill(PHRASE);
    await press(text('addWallet.importNow'));
    await importChosen(page, page.getByTestId('address'));
    expect(await address()).toBe(FIRST_ADDRESS);
    await browser.stopWorker();
    await browser.openWallet(page);
    await page.getByTestId('address').waitFor();
    expect(await address()).toBe(FIRST_ADDRESS);
  });
});

describe('a new user who opens the orders while the feed doesn’t respond', () => {
  beforeAll(async () => {
    await startBrowser({ args: ['--host-resolver-rules=MAP * ~NOTFOUND'] });
  });
  afterAll(() => browser?.close());

  it('the Orders page offers a user without a wallet a way back instead of the settings', async () => {
    await browser.openWallet(page);
    await press(text('firstRun.seeOrders'));
    await page.getByText(text('orders.deadBeforeWallet')).waitFor();
    expect(await page.getByText(text('orders.deadText')).count()).toBe(0);
    await press(text('ui.back'));
    await page.getByRole('button', { name: text('firstRun.create') }).waitFor();
  });
});

describe('a cancelled prompt', () => {
  beforeAll(() => startBrowser());
  afterAll(() => browser?.close());

  it('reports a cancelled prompt, and the same button works afterwards', async () => {
    await browser.setAuthenticator({ mode: 'cancel' });
    await browser.openWallet(page);
    await press(text('firstRun.create'));
    const window = await browser.waitForWindow('ceremony.html');
    await window.getByRole('button', { name: text('prompt.tryAgain'), exact: true }).waitFor();
    const closed = window.waitForEvent('close');
    await window.close();
    await closed;
    await page.getByText(text('failures.windowClosed')).waitFor();
    await browser.setAuthenticator({ mode: 'approve' });
    await press(text('firstRun.create'));
    await page.getByTestId('address').waitFor();
  });
});
