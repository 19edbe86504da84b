import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { exactAmount } from '../../shared/format.ts';
import { parseAs } from '../../shared/parse.ts';
import { text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { buildExtension } from '../run/extension.ts';
import { equipMakers, type FeedDoor, feedDoor } from './feed-door.ts';
import { lockScreenResults } from './lock-screen.ts';
import {
  everyRowOpen,
  frames,
  keystrokes,
  markFirstRow,
  paintedPrice,
  rowsPaintedAt,
  timeOfChoice,
  watchFrames,
  watchKeystrokes,
} from './popup-page.ts';
import { type BenchResult, median, quantile, round } from './report.ts';
import { priceOf } from './signed-orders.ts';

const FEED = 426;
const LARGE = 10_000;
const ROUNDS = 15;
const Numbers = Type.Array(Type.Number());

function result(metric: string, samples: readonly number[], max: number): BenchResult {
  const value = median(samples);
  return {
    metric,
    unit: 'ms',
    median: round(value),
    p95: round(quantile(samples, 0.95)),
    target: `≤ ${max} ms`,
    ok: value <= max,
  };
}

/** Opens the popup's list in a tab; returns milliseconds until rows are painted. */
async function timeToRows({ browser }: WalletInUse): Promise<number> {
  const page = await browser.context.newPage();
  try {
    await page.setViewportSize({ width: 400, height: 600 });
    await page.goto(`chrome-extension://${browser.extensionId}/popup.html#orders`);
    return await page.evaluate(rowsPaintedAt);
  } finally {
    await page.close();
  }
}

/** Returns the milliseconds from a new feed's last byte until the first row shows its order. */
async function timeToApply(page: Page, door: FeedDoor, from: number): Promise<number> {
  door.publish(from, FEED);
  const prices = Array.from({ length: FEED }, (_, i) => exactAmount(priceOf(from + i), 8));
  const painted = page.evaluate(paintedPrice, prices);
  await page.getByTitle(text('orders.refresh')).click();
  return (await painted) - door.sentAt;
}

async function measureFeed(wallet: WalletInUse, door: FeedDoor): Promise<BenchResult[]> {
  const { browser } = wallet;
  const { page } = wallet.wallet;
  door.publish(0, FEED);
  await wallet.wallet.open('Orders');
  await page.getByText(`${FEED} orders`).waitFor();
  const applied: number[] = [];
  for (let i = 1; i <= ROUNDS; i++) {
    applied.push(await timeToApply(page, door, i * FEED));
    // Waits for earlier checks, so that later rounds don't measure them.
    await page.evaluate(everyRowOpen);
  }
  await browser.context.addInitScript(markFirstRow);
  door.hang();
  const warm: number[] = [];
  for (let i = 0; i < ROUNDS; i++) warm.push(await timeToRows(wallet));
  const cold: number[] = [];
  for (let i = 0; i < 5; i++) {
    await browser.stopWorker();
    cold.push(await timeToRows(wallet));
  }
  door.answer();
  await page.bringToFront();
  const { median: coldMedian, p95 } = result('', cold, 0);
  return [
    result(`${FEED} orders: popup opened to rows painted from the cache`, warm, 150),
    {
      metric: 'the same with a worker that was stopped, from storage',
      unit: 'ms',
      median: coldMedian,
      p95,
    },
    result(`${FEED} orders: fresh feed applied after its last byte`, applied, 100),
  ];
}

async function measureLarge({ wallet }: WalletInUse, door: FeedDoor): Promise<BenchResult[]> {
  const { page } = wallet;
  door.publish(0, LARGE);
  await page.getByTitle(text('orders.refresh')).click();
  await page.getByText('10000 orders').waitFor({ timeout: 60_000 });
  await page.evaluate(everyRowOpen);
  await page.getByRole('button', { name: text('orders.filters') }).click();
  const filters: number[] = [];
  const sorts: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    filters.push(await page.evaluate(timeOfChoice, ['Structure', 'PUT', 'of 10000'] as const));
    filters.push(await page.evaluate(timeOfChoice, ['Structure', '', '10000 orders'] as const));
    sorts.push(await page.evaluate(timeOfChoice, ['Sort by', 'edge', ''] as const));
    sorts.push(await page.evaluate(timeOfChoice, ['Sort by', 'price', ''] as const));
  }
  await page.getByRole('button', { name: text('orders.filters') }).click();
  const times = await scrollByWheel(page);
  const worst = Math.max(...times);
  return [
    result('10 000 orders: filter', filters, 50),
    result('10 000 orders: sort', sorts, 50),
    {
      metric: '10 000 orders: frame while scrolling by wheel; p95 is the longest of all',
      unit: 'ms',
      median: round(median(times)),
      p95: round(worst),
      target: 'none over 50 ms',
      ok: worst <= 50,
    },
  ];
}

/** Turns the wheel slowly, fast and in long throws. Returns the milliseconds of every frame. */
async function scrollByWheel(page: Page): Promise<number[]> {
  await page.getByTestId('orders').hover();
  await page.evaluate(watchFrames);
  for (let turn = 0; turn < 150; turn++) {
    const long = turn % 2 === 0 ? 20_000 : -15_000;
    await page.mouse.wheel(0, turn < 50 ? 100 : turn < 100 ? 1_000 : long);
  }
  return parseAs(Numbers, await page.evaluate(frames)) ?? [];
}

async function measureTicket({ wallet }: WalletInUse): Promise<BenchResult[]> {
  const { page } = wallet;
  await page.getByLabel(text('orders.searchLabel')).fill('butterfly');
  await page.getByTestId('orders').getByRole('button').first().click();
  const contracts = page.getByLabel(text('ticket.contracts'), { exact: true });
  await contracts.fill('1');
  await page.evaluate(watchKeystrokes);
  await contracts.focus();
  let times: unknown;
  for (let i = 0; i < 40; i++) {
    const key = i % 2 === 0 ? String(1 + (i % 9)) : 'Backspace';
    await page.keyboard.press(key);
    times = await page.evaluate(keystrokes, i + 1);
  }
  const measured = parseAs(Numbers, times) ?? [];
  return [result('ticket: keystroke to all figures and the chart', measured, 16)];
}

export async function* bench(): AsyncGenerator<readonly BenchResult[]> {
  await buildExtension();
  yield await lockScreenResults();
  const wallet = await startWalletInUse();
  try {
    wallet.wallet.page.setDefaultTimeout(30_000);
    const door = feedDoor(wallet);
    await equipMakers(wallet);
    yield await measureFeed(wallet, door);
    yield await measureLarge(wallet, door);
    yield await measureTicket(wallet);
  } finally {
    await wallet.stop();
  }
}
