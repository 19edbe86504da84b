import type { Page } from 'playwright-core';
import { maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_RELEASE } from '../belts.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve } from '../devnet/fill.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { eventually } from '../helpers/eventually.ts';
import { screenTexts, text, textStart } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { startWorld, type World } from '../helpers/world.ts';

const RECEIVER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const SHORT = '0x9965…A4dc';
const german = screenTexts('de');
let world: World;
let browser: WalletBrowser;
let page: Page;

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** Checks a screen at both widths: no cut-off text, no axe violation. */
async function look(name: string): Promise<void> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [400, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await cutOff(page)).map((text) => `${name} at ${width}: ${text}`));
  }
  found.push(...(await axeFindings(page)).map((text) => `${name}: ${text}`));
  await page.setViewportSize({ width: 400, height: 600 });
  expect(found).toEqual([]);
}

beforeAll(async () => {
  world = await startWorld();
  const { devnet } = world;
  const [taker] = devnet.accounts.takers;
  await devnet.fund(taker.address, { usdc: 10n ** 11n });
  await approve(devnet, taker, { token: tokenNamed('USDC').address, amount: maxUint256 });
  browser = await launchWallet({ args: ['--lang=de'] });
  page = await browser.openWallet();
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

async function openHome(): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: german.text('pages.home') })
    .click();
}

describe('a wallet in a German browser', () => {
  it('sets up a wallet in German', async () => {
    await page.getByRole('heading', { name: german.text('onboarding.title') }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await look('first-run');
    await openServerStep(page, 'de');
    await look('server');
    await page.getByLabel(german.text('onboarding.serverAddress')).fill(world.url);
    await page.getByText(german.text('onboarding.services')).click();
    await page.getByLabel(german.text('onboarding.nodeAddress')).fill(world.devnet.rpcUrl);
    await press(german.text('onboarding.continue'));
    await page.getByRole('button', { name: german.text('onboarding.createVault') }).waitFor();
    await look('passkey');
    await press(german.text('onboarding.createVault'));
    await press(german.text('addWallet.title'));
    await look('add-wallet');
    await press(german.textStart('addWallet.import'));
    const [taker] = world.devnet.accounts.takers;
    await page
      .getByLabel(german.textPattern('addWallet.secret'))
      .fill(toHex(taker.getHdKey().privateKey ?? new Uint8Array()));
    await press(german.text('addWallet.importNow'));
    await page.getByTestId('address').waitFor();
  });

  it('shows every main screen in German without cutting off text', async () => {
    await page
      .getByText(/100\.000/)
      .first()
      .waitFor();
    await look('home');
    await press(german.text('home.send'));
    await look('send');
    await press(german.text('ui.back'));
    await press(german.text('home.receive'));
    await look('receive');
    const nav = page.getByRole('navigation');
    await nav.getByRole('button', { name: german.text('pages.orders') }).click();
    await page.getByTestId('orders').getByRole('button').first().waitFor();
    await look('orders');
    await page.getByTestId('orders').getByRole('button').first().click();
    await page.getByText(german.text('ticket.maxLoss')).first().waitFor();
    await look('ticket');
    await nav.getByRole('button', { name: german.text('pages.positions') }).click();
    await page.getByText(german.textPattern('positions.emptyOpen')).waitFor();
    await page.getByRole('button', { name: german.text('positions.browseOrders') }).waitFor();
    await look('positions');
    await press(german.text('positions.calendar'));
    await look('calendar');
    await nav.getByRole('button', { name: german.text('pages.activity') }).click();
    await look('activity');
  });

  it.runIf(IS_RELEASE)('shows every settings page in German', async () => {
    await openHome();
    await press(german.text('home.settings'));
    await look('settings');
    const pages = await page.locator('main li button').allTextContents();
    for (const [at] of pages.entries()) {
      await page.locator('main li button').nth(at).click();
      await look(`settings-${at}`);
      await press(german.text('ui.back'));
    }
  });

  it('describes a transaction in German in the approval window and in the activity', async () => {
    await openHome();
    await press(german.text('home.send'));
    await page.getByLabel(german.text('send.to')).fill(RECEIVER);
    const amount = page.getByLabel(german.text('send.amount'));
    await press(german.text('send.max'));
    await eventually(async () => expect(await amount.inputValue()).toMatch(/^\d+,\d+$/));
    await amount.fill('1,5');
    await press(german.text('send.review'));
    const window = await browser.waitForWindow('approval.html');
    await window
      .getByText(german.text('actions.asked.transfer', { amount: '1,5 ETH', to: SHORT }))
      .waitFor();
    await window.setViewportSize({ width: 400, height: 640 });
    const confirm = window.getByRole('button', {
      name: german.text('approvals.confirm'),
      exact: true,
    });
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    const closed = window.waitForEvent('close');
    await confirm.click();
    await closed;
    await page
      .getByText(german.text('actions.done.transfer', { amount: '1,5 ETH', to: SHORT }))
      .first()
      .waitFor();
    await look('activity');
    await openHome();
    await press(german.text('home.settings'));
  });

  it('shows pages, activity and the worker’s texts in English after the user selects English', async () => {
    await press(german.textStart('settings.language'));
    await page.getByLabel('English').click();
    await page.getByRole('heading', { name: text('settings.language') }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await press(text('ui.back'));
    await press(text('ui.back'));
    // An earlier row appears in the new language.
    await page
      .getByTestId('activity')
      .getByText(text('actions.done.transfer', { amount: '1.5 ETH', to: SHORT }))
      .waitFor();
    await press(text('home.send'));
    await page.getByLabel(text('send.to')).fill(RECEIVER);
    await page.getByLabel(text('send.amount')).fill('1');
    await press(text('send.review'));
    const window = await browser.waitForWindow('approval.html');
    await window.getByText(textStart('actions.asked.transfer', { amount: '1 ETH' })).waitFor();
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: text('approvals.reject'), exact: true }).click();
    await closed;
    await page.getByText(`${text('failures.rejected')} ${text('failures.nothingSent')}`).waitFor();
  });
});
