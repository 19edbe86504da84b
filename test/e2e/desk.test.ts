import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOrder } from '../../shared/orders/describe.ts';
import { parseFeed } from '../../shared/orders/parse-feed.ts';
import { quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { eventually } from '../helpers/eventually.ts';
import { lastExpiry } from '../helpers/last-expiry.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { anyOf, text, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const ASSET = 'ETH';

let trader: Trader;
let desk: Page;

beforeAll(async () => {
  trader = await startTrader({ funds: { usdc: 5_000_000000n } });
  await trader.wallet.open('Orders');
  const opened = trader.page.context().waitForEvent('page');
  await trader.page.getByRole('button', { name: text('desk.open') }).click();
  desk = await opened;
  await desk.getByRole('button', { name: ASSET, exact: true }).click();
  await desk.getByTestId('strikes').waitFor();
});
afterAll(() => trader?.stop());

const cells = (table: 'strikes' | 'structures') => desk.getByTestId(table).locator('[data-cell]');
const focusedCell = () => desk.evaluate('document.activeElement.dataset.cell');
const dollars = (price: bigint) =>
  (Number((price + 999_999n) / 1_000_000n) / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
  });

/**
 * Returns the lowest premium for each strike among the makers' puts with the feed's first expiry.
 */
async function cheapestPuts(): Promise<Record<string, string>> {
  const feed = parseFeed(await (await fetch(`${trader.world.url}/orders/`)).json());
  const quotes = (feed?.orders ?? []).flatMap(({ order }) => {
    const { product, asset, takerSide } = describeOrder(order);
    return asset === ASSET ? [{ order, name: product?.name, takerSide }] : [];
  });
  const first = Math.min(...quotes.map(({ order }) => order.expiry));
  const prices: Record<string, bigint> = {};
  for (const { order, name, takerSide } of quotes) {
    if (name !== 'PUT' || takerSide !== 'buy' || order.expiry !== first) continue;
    const strike = String((order.strikes[0] ?? 0n) / 100_000_000n);
    const before = prices[strike];
    if (before === undefined || order.price < before) prices[strike] = order.price;
  }
  return Object.fromEntries(
    Object.entries(prices).map(([strike, price]) => [strike, dollars(price)]),
  );
}

describe('the option chain of the desk', () => {
  it('shows, for each strike, the price of the put that expires first', async () => {
    await eventually(async () => {
      const shown: Record<string, string> = {};
      for (const row of await desk.getByTestId('strikes').locator('[data-strike]').all()) {
        const ask = row.locator('[data-cell$=" 3"] [data-price]');
        if ((await ask.count()) > 0)
          shown[(await row.getAttribute('data-strike')) ?? ''] = (await ask.textContent()) ?? '';
      }
      expect(Object.keys(shown).length).toBeGreaterThan(0);
      expect(shown).toEqual(await cheapestPuts());
    });
  });

  it('marks quotes that the account can’t pay for, and still opens their tickets', async () => {
    const quote = quoting(trader.world.devnet);
    const call = { product: 'INVERSE_CALL', asset: 'BTC', strikes: [91_000_00000000n] } as const;
    const expiry = await lastExpiry(trader.world);
    await postQuotes(trader.world.url, [await quote({ ...call, expiry, price: 1_000_000n })]);
    await desk.getByRole('button', { name: 'BTC', exact: true }).click();
    const expiries = desk.getByRole('group', { name: text('desk.expiries') });
    await expiries.locator('button[aria-pressed]').last().click();
    await desk.locator('[data-strike="91000"] [data-short]').click();
    await desk.getByLabel(text('ticket.contracts'), { exact: true }).waitFor();
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: ASSET, exact: true }).click();
    await cells('strikes').first().waitFor();
  });

  it('explains the option chain’s columns to keyboard users', async () => {
    const meanings = desk.getByText(text('desk.meanings'));
    await meanings.press('Enter');
    await desk.getByText(text('desk.columnWhy.volatility')).waitFor();
    expect(await axeFindings(desk)).toEqual([]);
    await meanings.press('Enter');
    await desk.getByText(text('desk.columnWhy.volatility')).waitFor({ state: 'hidden' });
  });

  it('the user gets from a search to a ticket, and back to the same price, with the keyboard alone', async () => {
    await desk.keyboard.press('/');
    await desk.keyboard.type('spread');
    await desk.getByTestId('strikes').waitFor({ state: 'detached' });
    for (let stop = 0; stop < 20 && (await focusedCell()) === undefined; stop++)
      await desk.keyboard.press('Tab');
    expect(await focusedCell()).toBe('0 1');
    await desk.keyboard.press('ArrowDown');
    await eventually(async () => expect(await focusedCell()).toBe('1 1'));
    const chosen = desk.locator('tr', { has: desk.locator(':focus') }).getByRole('rowheader');
    const strikes = ((await chosen.locator('span').last().textContent()) ?? '').split(' · ');
    await desk.keyboard.press('Enter');
    const ticket = desk.getByRole('region', { name: text('ticket.order') });
    for (const strike of strikes) await ticket.getByText(strike).first().waitFor();
    await desk.keyboard.press('Escape');
    await eventually(async () => expect(await focusedCell()).toBe('1 1'));
    await desk.getByLabel(text('desk.searchLabel')).fill('nothing like this');
    await desk.getByRole('button', { name: text('orders.clear') }).click();
    await desk.getByTestId('strikes').waitFor();
  });

  it('shows only strikes at or above the lower bound of the filter', async () => {
    await desk.getByText(text('desk.filters', 0), { exact: true }).click();
    const strikes = async () => {
      const rows = await desk
        .locator('[data-strike]')
        .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-strike'))));
      expect(rows.length).toBeGreaterThan(0);
      return rows;
    };
    const lowest = async () => Math.min(...(await strikes()));
    const highest = Math.max(...(await strikes()));
    const top = async () => (await desk.getByTestId('strikes').boundingBox())?.y;
    const before = await top();
    const from = desk.getByLabel(text('desk.strikeFrom'));
    await from.pressSequentially(String(highest));
    await eventually(async () => expect(await lowest()).toBeGreaterThanOrEqual(highest));
    await desk.getByRole('button', { name: text('desk.clearFilters') }).waitFor();
    expect(await top()).toBe(before);
    await from.fill('many');
    await desk.getByText(text('ticket.noNumber')).waitFor();
    await eventually(async () => expect(await lowest()).toBeLessThan(highest));
    await from.fill('900000');
    await desk.getByRole('button', { name: text('orders.clear'), exact: true }).click();
    await eventually(async () => expect(await from.inputValue()).toBe(''));
    await desk.getByText(text('desk.filters', 0), { exact: true }).click();
  });

  it('four clicks lead from the desk to the review of a trade that matches an expectation', async () => {
    await desk.getByRole('button', { name: text('desk.ideas'), exact: true }).click();
    await desk.getByRole('button', { name: text('desk.outlook.stays'), exact: true }).click();
    await desk.locator('[data-idea]').first().click();
    const review = anyOf(textStart('ticket.reviewBuy'), textStart('ticket.reviewSell'));
    await desk.getByRole('button', { name: review }).click();
    const begin = anyOf(textStart('ticket.begin'), textStart('ticket.beginOne'));
    await desk.getByRole('button', { name: begin }).waitFor();
    expect(await axeFindings(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: text('desk.chain'), exact: true }).click();
  });

  it('shows the price as a share of the largest payout', async () => {
    await desk.getByLabel(text('desk.searchLabel')).fill('call spread');
    await desk.getByTestId('strikes').waitFor({ state: 'detached' });
    const row = desk
      .getByTestId('structures')
      .locator('tbody tr')
      .filter({ hasText: 'Call spread' });
    const strikes = (
      (await row.first().getByRole('rowheader').locator('span').last().textContent()) ?? ''
    )
      .split(' · ')
      .map((strike) => Number(strike.replace(',', '')));
    await row.first().locator('[data-cell]').click();
    const share = desk
      .getByTestId('figures')
      .locator('dl > div', { has: desk.getByText(text('desk.figure.priceOfWidth')) })
      .getByRole('definition');
    const price = Number(
      (
        (await desk.getByTestId('figures').getByRole('definition').first().textContent()) ?? ''
      ).replace(/[$,]/g, ''),
    );
    const expected = (100 * price) / ((strikes[1] ?? 0) - (strikes[0] ?? 0));
    expect(parseFloat((await share.textContent()) ?? '')).toBeCloseTo(expected, 1);
    expect(await axeFindings(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
    await desk.getByLabel(text('desk.searchLabel')).fill('');
    await desk.getByRole('button', { name: text('desk.chain'), exact: true }).click();
  });

  it('rounds a six-digit price to whole dollars, and doesn’t cut off prices on a narrow or wide page', async () => {
    const quote = quoting(trader.world.devnet);
    const expiry = await lastExpiry(trader.world);
    const put = { product: 'PUT', asset: 'BTC', strikes: [999_000_00000000n], expiry } as const;
    await postQuotes(trader.world.url, [
      await quote({ ...put, price: 812_345_67000000n }),
      await quote({ ...put, price: 12_345_67000000n, isLong: true }),
    ]);
    await desk.getByRole('button', { name: 'BTC', exact: true }).click();
    const expiries = desk.getByRole('group', { name: text('desk.expiries') });
    await expiries.locator('button[aria-pressed]').last().click();
    const prices = desk.locator('[data-strike="999000"] [data-price]');
    for (const width of [360, 1280]) {
      await desk.setViewportSize({ width, height: 800 });
      await eventually(async () =>
        expect(await prices.allInnerTexts()).toEqual(['$12,345.67', '$812,346']),
      );
      expect([width, await cutOff(desk)]).toEqual([width, []]);
    }
    await desk.getByRole('button', { name: ASSET, exact: true }).click();
  });

  it('doesn’t cut off a structure’s strikes at nine different page widths', async () => {
    await desk.getByRole('button', { name: 'BTC', exact: true }).click();
    await desk
      .getByRole('group', { name: text('desk.expiries') })
      .locator('button')
      .first()
      .click();
    const strikes = desk.getByTestId('structures').locator('tbody th span[title]');
    for (const width of [360, 480, 500, 560, 600, 640, 704, 900, 1280]) {
      await desk.setViewportSize({ width, height: 1200 });
      await eventually(async () => expect(await desk.evaluate('innerWidth')).toBe(width));
      await eventually(async () => expect(await strikes.count()).toBeGreaterThan(3));
      const cut = await strikes.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      expect(cut, String(width)).toEqual([]);
    }
    await desk.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps the visible strikes in place when new rows appear above them', async () => {
    const { devnet } = trader.world;
    const quote = quoting(devnet);
    const expiry = await lastExpiry(trader.world);
    const put = (strike: bigint) =>
      quote({
        product: 'PUT',
        asset: ASSET,
        strikes: [strike * 10n ** 8n],
        expiry,
        price: 10n ** 9n,
      });
    const strikes = Array.from({ length: 40 }, (_, i) => 5_000n + 10n * BigInt(i));
    await postQuotes(trader.world.url, await Promise.all(strikes.map(put)));
    await desk.getByRole('button', { name: ASSET, exact: true }).click();
    const expiries = desk.getByRole('group', { name: text('desk.expiries') });
    await expiries.locator('button[aria-pressed]').last().click();
    const table = desk.getByTestId('strikes');
    const count = async () => Number(await table.locator('table').getAttribute('aria-rowcount'));
    await eventually(async () => expect(await count()).toBeGreaterThan(strikes.length));
    const row = desk.locator('[data-strike="5300"]');
    await table.evaluate((element) => element.scrollTo({ top: 0 }));
    await eventually(async () => {
      await table.evaluate((element) => element.scrollBy({ top: 90 }));
      expect(await row.count()).toBe(1);
    });
    const before = await row.boundingBox();
    const rows = await count();
    await postQuotes(trader.world.url, await Promise.all([4_000n, 4_001n, 4_002n].map(put)));
    await eventually(async () => expect(await count()).toBe(rows + 3));
    expect(await row.boundingBox()).toEqual(before);
  });

  it.each([
    ['of 1280 × 800 at 200 % zoom', 640, 400],
    ['of a phone’s size', 360, 600],
  ])(
    'shows at least six strikes, in a table without its own scrollbar, on a page %s',
    async (_, width, height) => {
      await desk.setViewportSize({ width, height });
      const strikes = desk.getByTestId('strikes');
      const seen = `(() => {
      const table = document.querySelector('[data-testid=strikes]');
      const head = table.querySelector('thead').getBoundingClientRect().bottom;
      return [...table.querySelectorAll('[data-strike]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= head - 1 && bottom <= innerHeight + 1;
      }).length;
    })()`;
      await eventually(async () => expect(await desk.evaluate(seen)).toBeGreaterThanOrEqual(6));
      expect(await strikes.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
      await desk.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it.each([
    ['wide', 1280, 800],
    ['narrow', 360, 600],
  ])('keeps the focused price in view on a %s page', async (_, width, height) => {
    await desk.setViewportSize({ width, height });
    const stop = desk.locator('[data-testid=strikes] [data-cell][tabindex="0"]');
    for (let step = 1; step <= 15; step++) {
      // After a change of the width, new columns replace the focused cell.
      const before = await eventually(async () => {
        if ((await focusedCell()) === undefined) await stop.focus();
        const focused = await focusedCell();
        expect(focused).toBeDefined();
        return focused;
      });
      await desk.keyboard.press('ArrowDown');
      await eventually(async () => expect(await focusedCell()).not.toBe(before));
      const isCovered = await desk.evaluate(`(() => {
        const { left, bottom } = document.activeElement.getBoundingClientRect();
        const there = document.elementFromPoint(left + 2, bottom - 2);
        return !document.activeElement.contains(there);
      })()`);
      expect([step, isCovered]).toEqual([step, false]);
    }
    await desk.setViewportSize({ width: 1280, height: 800 });
  });

  it.each([
    ['wide', 1280],
    ['narrow', 360],
  ])('the option chain of the desk has no accessibility problem on a %s page', async (_, width) => {
    await desk.setViewportSize({ width, height: 800 });
    await cells('strikes').first().waitFor();
    expect(await axeFindings(desk)).toEqual([]);
  });
});
