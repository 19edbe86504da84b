import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductName } from '../../shared/chain/implementations.ts';
import { contracts } from '../../shared/units.ts';
import { fillOrder } from '../devnet/fill.ts';
import { quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { eventually } from '../helpers/eventually.ts';
import { lastExpiry } from '../helpers/last-expiry.ts';
import { text } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

interface Trade {
  readonly product: ProductName;
  readonly strikes: readonly number[];
  readonly price: number;
  /** Contracts; negative when the account sells. */
  readonly count: number;
}

const BOOK: readonly Trade[] = [
  { product: 'PUT', strikes: [2400], price: 40, count: 1 },
  { product: 'PUT', strikes: [2200], price: 15, count: -2 },
  { product: 'LINEAR_CALL', strikes: [2600], price: 60, count: 0.5 },
  { product: 'CALL_SPREAD', strikes: [2500, 2700], price: 70, count: 3 },
  { product: 'CALL_SPREAD', strikes: [2800, 3000], price: 20, count: -1 },
  { product: 'PUT_SPREAD', strikes: [2300, 2500], price: 55, count: 2 },
  { product: 'PUT_SPREAD', strikes: [2000, 2200], price: 12, count: -1 },
  { product: 'CALL_FLY', strikes: [2400, 2500, 2600], price: 25, count: 4 },
  { product: 'PUT_FLY', strikes: [2200, 2300, 2400], price: 18, count: 1 },
  { product: 'CALL_CONDOR', strikes: [2300, 2400, 2600, 2700], price: 45, count: -2 },
];

/** Returns the payoff per contract in dollars, computed from the products' descriptions. */
function payoff({ product, strikes }: Trade, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = strikes;
  const between = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  switch (product) {
    case 'PUT':
      return Math.max(a - at, 0);
    case 'LINEAR_CALL':
      return between(at - a, a);
    case 'CALL_SPREAD':
      return between(at - a, b - a);
    case 'PUT_SPREAD':
      return between(b - at, b - a);
    case 'CALL_FLY':
    case 'PUT_FLY':
      return Math.max(b - a - Math.abs(at - b), 0);
    case 'CALL_CONDOR':
      return at < b ? between(at - a, b - a) : between(d - at, d - c);
    default:
      throw new Error(`no payoff of ${product}`);
  }
}

let trader: Trader;
let desk: Page;
/** Cost of the trades less the proceeds, in dollars, computed from the receipts. */
let cost = 0;
let locked = 0;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  const { devnet } = trader.world;
  const quote = quoting(devnet);
  // Expiry of the live quotes. The wallet computes the position's value from their volatility.
  const expiry = await lastExpiry(trader.world);
  for (const { product, strikes, price, count } of BOOK) {
    const fill = await fillOrder(devnet, {
      signed: await quote({
        product,
        strikes: strikes.map((strike) => BigInt(strike) * 100_000_000n),
        price: BigInt(price) * 100_000_000n,
        isLong: count < 0,
        expiry,
      }),
      taker: trader.account,
      numContracts: contracts(BigInt(Math.abs(count) * 1_000_000)),
    });
    cost += Number(count > 0 ? fill.premium : fill.fee - fill.premium) / 1e6;
    if (count < 0) locked += Number(fill.collateral) / 1e6;
  }
  await trader.wallet.open('Orders');
  const opened = trader.page.context().waitForEvent('page');
  await trader.page.getByRole('button', { name: text('desk.open') }).click();
  desk = await opened;
  await desk.getByRole('button', { name: text('desk.portfolio'), exact: true }).click();
});
afterAll(() => trader?.stop());

const profitAt = (price: number) =>
  BOOK.reduce((sum, trade) => sum + trade.count * payoff(trade, price), -cost);
/** Parses shown dollars: "−$1,234.50". */
const dollars = (written: string) =>
  Number(written.replace('−', '-').replace('<', '').replace(/[$+,]/g, ''));
const textOf = async (place: Locator) => (await place.textContent()) ?? '';
const figure = (name: Parameters<typeof text>[0]) =>
  textOf(
    desk
      .locator('dl > div', { has: desk.getByText(text(name), { exact: true }) })
      .locator('dd')
      .first(),
  );

describe('the portfolio of the desk', () => {
  it('draws the profit at expiry of ten bought and sold positions', async () => {
    await eventually(async () =>
      expect(dollars((await figure('desk.locked')).split(' ')[0] ?? '')).toBeCloseTo(locked, 2),
    );
    await desk.getByText(text('desk.curveTable')).click();
    const rows = await desk.getByTestId('curve').locator('tbody tr').all();
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      // Amounts of up to six contracts are shown to the cent.
      const price = dollars(await textOf(row.getByRole('rowheader')));
      const shown = dollars(await textOf(row.locator('td').first()));
      expect(Math.abs(shown - profitAt(price))).toBeLessThan(0.05);
    }
    const kinks = [0, ...BOOK.flatMap(({ strikes }) => strikes), 20_000];
    const most = -Math.min(...kinks.map(profitAt));
    expect(Math.abs(dollars(await figure('desk.maxLoss')) - most)).toBeLessThan(0.02);
  });

  it('labels the portfolio hypothetical while the user moves price and time with the keyboard', async () => {
    const portfolio = desk.getByTestId('portfolio');
    await eventually(async () => expect(await figure('desk.value')).not.toBe('—'));
    const before = await figure('desk.value');
    const slider = desk.getByRole('slider', { name: text('desk.spotMove') });
    await slider.focus();
    await desk.keyboard.press('ArrowRight');
    await portfolio.getByText(text('desk.hypothetical')).waitFor();
    expect(await figure('desk.value')).not.toBe(before);
    const days = desk.getByRole('slider', { name: text('desk.daysMove') });
    await days.focus();
    await desk.keyboard.press('End');
    // At the last expiry, the portfolio's value is exactly its payoff.
    const spot = Number(await desk.getByTestId('portfolio').getAttribute('data-spot'));
    const profit = dollars(await figure('desk.profit'));
    expect(Math.abs(profit - profitAt(spot))).toBeLessThan(0.02);
    await desk.getByRole('button', { name: text('desk.resetMoves') }).click();
    await portfolio.getByText(text('desk.hypothetical')).waitFor({ state: 'detached' });
    expect(await figure('desk.value')).toBe(before);
  });

  it('moves a slider with one click on its track, without dragging', async () => {
    const slider = desk.getByRole('slider', { name: text('desk.spotMove') });
    const before = await slider.inputValue();
    await slider.click({ position: { x: 8, y: 4 } });
    expect(Number(await slider.inputValue())).toBeLessThan(Number(before));
    await desk.getByRole('button', { name: text('desk.resetMoves') }).click();
    expect(await slider.inputValue()).toBe(before);
  });

  it('includes a live quote in the portfolio’s figures until the user removes the quote', async () => {
    const before = await figure('desk.maxLoss');
    await desk.getByRole('button', { name: text('desk.chain'), exact: true }).click();
    await desk.getByRole('button', { name: 'ETH', exact: true }).click();
    await desk.locator('[data-cell]').first().click();
    await desk.getByRole('button', { name: text('desk.try') }).click();
    await desk.getByTestId('portfolio').getByText(text('desk.hypothetical')).waitFor();
    expect(await figure('desk.maxLoss')).not.toBe(before);
    await desk.getByRole('button', { name: text('desk.removeTried') }).click();
    await eventually(async () => expect(await figure('desk.maxLoss')).toBe(before));
  });

  it('the profits of the groups, of the rows and of a saved file add up to the total profit', async () => {
    await desk.getByRole('button', { name: text('desk.profitSection'), exact: true }).click();
    const page = desk.getByTestId('profit');
    await page.waitFor();
    for (const [group, names] of [
      ['desk.by.asset', 1],
      ['desk.by.structure', new Set(BOOK.map(({ product }) => product)).size],
    ] as const) {
      await desk.getByRole('button', { name: text(group), exact: true }).click();
      const rows = await page.locator('[data-group]').all();
      expect(rows).toHaveLength(names);
      let sum = 0;
      for (const row of rows) sum += dollars(await textOf(row.locator('td').last()));
      // Each shown amount is rounded down to the cent.
      expect(Math.abs(sum - dollars(await figure('desk.unrealised')))).toBeLessThan(0.01 * names);
    }
    const last = async (testId: string) => {
      const rows = await desk.getByTestId(testId).locator('tbody tr').all();
      expect(rows).toHaveLength(BOOK.length);
      return Promise.all(rows.map((row) => textOf(row.locator('td').last())));
    };
    const unrealised = (await last('open-rows')).reduce((sum, shown) => sum + dollars(shown), 0);
    const most = 0.01 * BOOK.length;
    expect(Math.abs(unrealised - dollars(await figure('desk.unrealised')))).toBeLessThan(most);
    // Every position is still open, so no trade has realised a profit.
    expect(new Set(await last('trades'))).toEqual(new Set(['—']));
    await page.getByText(text('desk.noTaxRows')).waitFor();
    const paid = await desk
      .getByTestId('trades')
      .locator('td:nth-child(2) > span:first-child')
      .all();
    const cash = await Promise.all(
      paid.map(async (one) => dollars((await textOf(one)).split(' ')[0] ?? '')),
    );
    expect(cash.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(-cost, 1);
    const saving = desk.waitForEvent('download');
    await desk.getByRole('button', { name: text('desk.saveRows') }).click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    const [head = '', ...lines] = saved.replace('\uFEFF', '').trim().split(/\r?\n/);
    expect(lines).toHaveLength(BOOK.length);
    const column = head.split(',').indexOf('profit_usd');
    const total = lines.reduce((sum, line) => sum + Number(line.split(',')[column]), 0);
    expect(Math.abs(total - dollars(await figure('desk.unrealised')))).toBeLessThan(0.011);
    expect(await axeFindings(desk)).toEqual([]);
    await desk.getByRole('button', { name: text('desk.portfolio'), exact: true }).click();
  });

  it.each([
    ['wide', 1280],
    ['narrow', 360],
  ])('the portfolio of the desk has no accessibility problem on a %s page', async (_, width) => {
    await desk.setViewportSize({ width, height: 800 });
    expect(await axeFindings(desk)).toEqual([]);
  });
});
