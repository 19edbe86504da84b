import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contracts } from '../../shared/units.ts';
import { IS_RELEASE } from '../belts.ts';
import { fillOrder } from '../devnet/fill.ts';
import { quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { grantedHosts } from '../helpers/granted-hosts.ts';
import { lastExpiry } from '../helpers/last-expiry.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { withdrawQuotes } from '../helpers/withdraw-quotes.ts';

const ASSET = 'ETH';

let trader: Trader;
let desk: Page;
const picture = picturesIn('desk-alerts');

beforeAll(async () => {
  trader = await startTrader({
    isAllowed: true,
    browser: async () => ({ preferences: grantedHosts([], ['notifications']) }),
  });
  const { devnet } = trader.world;
  // Expiry of the live quotes. The wallet computes the position's value from their volatility.
  const expiry = await lastExpiry(trader.world);
  await fillOrder(devnet, {
    signed: await quoting(devnet)({ expiry }),
    taker: trader.account,
    numContracts: contracts(2_000_000n),
  });
  await trader.wallet.open('Orders');
  const opened = trader.page.context().waitForEvent('page');
  await trader.page.getByRole('button', { name: text('desk.open') }).click();
  desk = await opened;
  await openChain();
});
afterAll(() => trader?.stop());

const section = (name: 'desk.chain' | 'desk.portfolio' | 'alerts.title') =>
  desk.getByRole('navigation').getByRole('button', { name: textStart(name) });

async function openChain(): Promise<void> {
  await section('desk.chain').click();
  await desk.getByLabel(text('desk.searchLabel')).fill('');
  await desk.getByRole('button', { name: ASSET, exact: true }).click();
  await desk.getByTestId('strikes').locator('[data-cell]').first().waitFor();
}

/** Reads the ids of the notifications on the screen. */
const notices = () => evaluateInDesk<string[]>('chrome.notifications.getAll().then(Object.keys)');
const evaluateInDesk = <Value>(code: string) => desk.evaluate<Value>(code);

const clearNotices = () =>
  evaluateInDesk(
    'chrome.notifications.getAll().then((all) => Promise.all(Object.keys(all).map((id) => chrome.notifications.clear(id))))',
  );

/** Returns the time at which the last check began, in epoch milliseconds. */
const checkedAt = () =>
  evaluateInDesk<number>(
    "chrome.storage.session.get('alerts-checked-at').then((all) => all['alerts-checked-at']?.value ?? 0)",
  );

/**
 * Makes the next check happen now, by starting a new worker without the stored time of the last
 * check. Tries again if the former worker began a check just before it ended.
 */
async function checkNow(): Promise<void> {
  await eventually(async () => {
    const since = Date.now();
    await evaluateInDesk("chrome.storage.session.remove('alerts-checked-at')");
    await trader.browser.stopWorker();
    await vi.waitFor(async () => expect(await checkedAt()).toBeGreaterThan(since), 5_000);
  });
}

/** Reports a click on a notification to the worker, as the browser does. */
async function clickNotice(id: string): Promise<void> {
  const { context, extensionId } = trader.browser;
  const worker = context.serviceWorkers().find((one) => one.url().includes(extensionId));
  await worker?.evaluate(`chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`);
}

const rows = (status?: 'armed' | 'resting' | 'fired') =>
  desk.getByTestId('alerts').locator(status ? `[data-alert=${status}]` : '[data-alert]');
const dialog = () => desk.getByRole('dialog');

async function alertOnPrice(dollars: number, whileLocked: 'off' | 'plain' = 'off') {
  await desk.getByRole('button', { name: text('alerts.alertMePrice', { asset: ASSET }) }).click();
  await dialog()
    .getByLabel(text('alerts.spotLevel', { asset: ASSET }))
    .fill(String(dollars));
  await dialog().getByLabel(text('alerts.whileLocked')).selectOption(whileLocked);
  await dialog()
    .getByRole('button', { name: text('alerts.save') })
    .click();
  await dialog().waitFor({ state: 'detached' });
}

const setSpot = (dollars: number) =>
  trader.world.devnet.setPrice(ASSET, BigInt(dollars) * 100_000_000n);

/**
 * Replaces the maker's quotes with quotes at a spot price of 2,590, because the strikes depend on
 * the price.
 */
async function freshQuotes(): Promise<void> {
  const { devnet, maker, url } = trader.world;
  await setSpot(2590);
  await withdrawQuotes(url, devnet.accounts.maker);
  await maker.quoteNow();
  await desk.reload();
}

describe('the alerting of the desk', () => {
  it('fires an alert only once after the chain’s price passes the alert’s level', async () => {
    await alertOnPrice(2700);
    await section('alerts.title').click();
    await rows('armed').waitFor();
    expect(await rows('armed').textContent()).toContain('2,700');
    await picture(desk, 'armed');
    await setSpot(2750);
    // In a release run, the alarm rings after a real minute.
    if (!IS_RELEASE) await checkNow();
    await rows('fired').waitFor({ timeout: 150_000 });
    expect(await rows('fired').textContent()).toContain('$2,750');
    await eventually(async () => expect(await notices()).toHaveLength(1));
    // A second alert keeps the checks running.
    await openChain();
    await alertOnPrice(9000);
    await section('alerts.title').click();
    for (const dollars of [2650, 2760]) {
      await setSpot(dollars);
      await checkNow();
    }
    expect(await rows('fired').count()).toBe(1);
    expect(await notices()).toHaveLength(1);
    await rows('armed')
      .getByRole('button', { name: textStart('alerts.remove') })
      .click();
    await rows('armed').waitFor({ state: 'detached' });
  });

  it('arms a rearmed alert again only after the price has clearly moved back across the alert’s level', async () => {
    await rows('fired')
      .getByRole('button', { name: textStart('alerts.rearm') })
      .click();
    await rows('resting').waitFor();
    await setSpot(2590);
    await checkNow();
    await rows('armed').waitFor();
    await rows('armed')
      .getByRole('button', { name: textStart('alerts.remove') })
      .click();
    await desk.getByText(text('alerts.empty')).waitFor();
  });

  it('leads from an alert’s notification to that alert’s structure in the option chain', async () => {
    await freshQuotes();
    await clearNotices();
    await openChain();
    await desk.getByLabel(text('desk.searchLabel')).fill('call spread');
    await desk.getByTestId('strikes').waitFor({ state: 'detached' });
    const row = desk.getByTestId('structures').locator('tbody tr').first();
    const strikes = (await row.getByRole('rowheader').locator('span').last().textContent()) ?? '';
    await row.locator('[data-cell$=" 1"]').click();
    await desk.getByRole('button', { name: text('alerts.alertMe'), exact: true }).click();
    await dialog().getByLabel(text('alerts.orderMost')).fill('5000');
    await picture(desk, 'dialog');
    expect(await axeFindings(desk)).toEqual([]);
    await dialog()
      .getByRole('button', { name: text('alerts.save') })
      .click();
    await dialog().waitFor({ state: 'detached' });
    await section('alerts.title').click();
    await checkNow();
    await rows('fired').waitFor();
    expect(await rows('fired').textContent()).toContain('0x');
    await openChain();
    const [id = ''] = await eventually(async () => {
      const shown = await notices();
      expect(shown).toHaveLength(1);
      return shown;
    });
    await clickNotice(id);
    await desk.getByTestId('strikes').waitFor({ state: 'detached' });
    expect(
      await desk
        .getByTestId('structures')
        .getByRole('rowheader')
        .locator('span')
        .last()
        .textContent(),
    ).toBe(strikes);
  });

  it('leads from an alert to the position that the alert watches', async () => {
    await section('desk.portfolio').click();
    await desk.getByRole('button', { name: text('desk.positions'), exact: true }).click();
    await desk.getByRole('button', { name: /Put/ }).first().click();
    const position = desk.getByTestId('position');
    await position.getByRole('button', { name: text('alerts.alertMe'), exact: true }).click();
    await dialog().getByLabel(text('alerts.event')).selectOption('expiry');
    await dialog().getByLabel(text('alerts.hours')).fill('720');
    await dialog()
      .getByRole('button', { name: text('alerts.save') })
      .click();
    await dialog().waitFor({ state: 'detached' });
    await section('alerts.title').click();
    await checkNow();
    await eventually(async () => expect(await rows('fired').count()).toBe(2));
    await picture(desk, 'fired');
    const about = (what: string) =>
      rows('fired')
        .filter({ hasText: what })
        .getByRole('button', { name: textStart('alerts.open') });
    await about('720').click();
    await desk.getByTestId('position').waitFor();
  });

  it('delays notifications until the unlock, except for alerts that may notify while the wallet is locked', async () => {
    await openChain();
    await setSpot(2590);
    await alertOnPrice(2800);
    await alertOnPrice(2801, 'plain');
    await clearNotices();
    await trader.wallet.open('Home');
    await trader.wallet.lock();
    await desk.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
    await setSpot(2850);
    await checkNow();
    await eventually(async () => expect(await notices()).toHaveLength(1));
    await trader.wallet.unlock();
    await checkNow();
    await eventually(async () => expect(await notices()).toHaveLength(2));
    await trader.wallet.open('Home');
    await trader.page.getByText(textStart('alerts.fired')).waitFor();
    // The browser draws a page in the background only once a second.
    await desk.bringToFront();
    await section('alerts.title').click();
    await eventually(async () => expect(await rows('fired').count()).toBe(4));
  });

  it('lets the user edit and delete alerts with the keyboard alone', async () => {
    await setSpot(2590);
    await openChain();
    await desk.keyboard.press('Tab');
    await alertOnPrice(3000);
    await section('alerts.title').click();
    const edit = rows('armed').getByRole('button', { name: textStart('alerts.edit') });
    await edit.focus();
    await desk.keyboard.press('Enter');
    await dialog().waitFor();
    const level = dialog().getByLabel(text('alerts.spotLevel', { asset: ASSET }));
    await level.and(desk.locator(':focus')).waitFor();
    await desk.keyboard.press('ControlOrMeta+a');
    await desk.keyboard.type('3100');
    await eventually(async () => expect(await level.inputValue()).toBe('3100'));
    await desk.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await rows('armed').filter({ hasText: '3,100' }).waitFor();
    await edit.focus();
    await desk.keyboard.press('Enter');
    await dialog().waitFor();
    await desk.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await rows('armed')
      .getByRole('button', { name: textStart('alerts.remove') })
      .focus();
    await desk.keyboard.press('Enter');
    await eventually(async () => expect(await rows('armed').count()).toBe(0));
  });

  it.each([
    ['wide', 1280],
    ['narrow', 360],
  ])('alerts have no accessibility problem on a %s page', async (name, width) => {
    await desk.setViewportSize({ width, height: 800 });
    await section('alerts.title').click();
    await rows('fired').first().waitFor();
    await picture(desk, `list-${name}`);
    expect(await axeFindings(desk)).toEqual([]);
    await desk.setViewportSize({ width: 1280, height: 800 });
  });
});

describe('the option chain next to its alerts', () => {
  beforeAll(freshQuotes);

  it('opens tickets with the default size', async () => {
    await openChain();
    await desk.getByText(text('desk.defaultSize'), { exact: true }).click();
    const form = desk.getByTestId('default-size');
    await form.getByLabel(text('desk.sizeOf')).selectOption('premium');
    await form.getByLabel(text('desk.sizeInDollars')).fill('5');
    await form.getByRole('button', { name: text('desk.saveSize') }).click();
    await form.getByText(text('desk.sizeSaved')).waitFor();
    await trader.browser.stopWorker();
    await desk.reload();
    await openChain();
    await desk.locator('[data-testid=strikes] [data-cell$=" 3"]').first().click();
    const spend = desk.getByLabel(text('ticket.spend'), { exact: true });
    await eventually(async () => {
      const amount = Number(await spend.inputValue());
      expect(amount).toBeLessThanOrEqual(5);
      expect(amount).toBeGreaterThan(4.99);
    });
    await desk.keyboard.press('Escape');
  });

  it.each([
    ['wide', 1280],
    ['narrow', 360],
  ])('the option chain has no accessibility problem on a %s page', async (name, width) => {
    await desk.setViewportSize({ width, height: 800 });
    await section('desk.chain').click();
    await desk.getByTestId('strikes').locator('[data-cell]').first().waitFor();
    await picture(desk, `chain-${name}`);
    expect(await axeFindings(desk)).toEqual([]);
    await desk.setViewportSize({ width: 1280, height: 800 });
  });
});
