import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addVirtualAuthenticator,
  type BrowserWithExtension,
  launchWithExtension,
} from '../helpers/browser.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { blankWelcome, stopWorkerOf } from '../helpers/wallet-browser.ts';
import { startWorld, type World } from '../helpers/world.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

let world: World;
let browser: BrowserWithExtension;
/** The tab of all ceremonies, because Chromium binds a virtual authenticator to one tab. */
let prompts: Page;
let wallet: Page;

beforeAll(async () => {
  world = await startWorld();
  browser = await launchWithExtension({ extensionPath: EXTENSION_PATH, viewport: null });
  await blankWelcome(browser.context);
  prompts = await browser.context.newPage();
  await addVirtualAuthenticator(browser.context, prompts);
  wallet = await browser.context.newPage();
  await wallet.goto(`chrome-extension://${browser.extensionId}/popup.html#full`);
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** Presses a button that opens a ceremony, and loads the ceremony in the prepared tab. */
async function press(name: string | RegExp): Promise<void> {
  const opened = browser.context.waitForEvent('page');
  await wallet.getByRole('button', { name }).click();
  const window = await opened;
  await window.waitForURL(/ceremony\.html/);
  await prompts.bringToFront();
  // Addresses of two ceremonies differ only in the hash, and changing only the hash wouldn't load
  // the page.
  await prompts.goto('about:blank');
  await prompts.goto(window.url());
}

describe('the wallet with Chromium’s own authenticator', () => {
  it('creates a device vault with the extension’s own passkey, and opens the vault with the same passkey', async () => {
    await press(text('firstRun.create'));
    await wallet.getByTestId('address').waitFor();
    const address = await wallet.getByTestId('address').getAttribute('title');
    await wallet.bringToFront();
    await wallet.getByRole('button', { name: text('home.lock'), exact: true }).click();
    await press(text('unlock.unlock'));
    await wallet.getByTestId('address').waitFor();
    expect(await wallet.getByTestId('address').getAttribute('title')).toBe(address);
    await wallet.evaluate(
      'chrome.storage.local.clear().then(() => chrome.storage.session.clear())',
    );
    await stopWorkerOf(browser.context, browser.extensionId);
    await wallet.reload();
    await wallet.getByRole('button', { name: text('firstRun.create') }).waitFor();
  });

  it('creates a passkey and stores a new vault on a vault server', async () => {
    await openServerStep(wallet);
    await wallet.getByLabel(text('onboarding.serverAddress')).fill(world.url);
    await wallet.getByRole('button', { name: text('onboarding.continue'), exact: true }).click();
    await press(text('onboarding.createVault'));
    await wallet.getByRole('button', { name: text('home.addWallet') }).waitFor();
    expect(await wallet.getByRole('navigation').isVisible()).toBe(true);
  });

  it('saves a new wallet with a passkey, and shows the wallet’s account again after an unlock', async () => {
    await wallet.bringToFront();
    await wallet.getByRole('button', { name: text('home.addWallet') }).click();
    await wallet.getByRole('button', { name: textPattern('addWallet.create') }).click();
    await wallet.getByRole('button', { name: text('addWallet.showPhrase') }).click();
    await wallet.getByRole('checkbox').check();
    await press(text('addWallet.save'));
    const address = await wallet.getByTestId('address').getAttribute('title');
    await wallet.bringToFront();
    await wallet.getByRole('button', { name: text('home.lock'), exact: true }).click();
    await press(text('unlock.unlock'));
    await wallet.getByTestId('address').waitFor();
    expect(await wallet.getByTestId('address').getAttribute('title')).toBe(address);
  });
});
