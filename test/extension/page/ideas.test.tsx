import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ideas } from '../../../components/screens/desk/Ideas.tsx';
import type { OrderRow, OrdersView } from '../../../shared/messages/market.ts';
import { contracts } from '../../../shared/units.ts';
import { deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { openPage } from '../helpers/open-page.tsx';

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW * 1000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const priced = { impliedVolatility: 0.6, profitChance: 0.31 };
const CALL = deskRow('LINEAR_CALL', [3000], { usd: 180, edge: 6, ...priced });
const PUT = deskRow('PUT', [3000], { usd: 170, edge: 7, ...priced });
const CHEAP_CALL = deskRow('LINEAR_CALL', [3300], {
  ...{ usd: 60, edge: 20, ...priced, profitChance: 0.12 },
});
const BTC = deskRow('LINEAR_CALL', [80_000], { usd: 3_000, asset: 'BTC', ...priced });

function view(rows: readonly OrderRow[], change: Partial<OrdersView> = {}): OrdersView {
  return {
    rows,
    ...{ refused: [], unfillable: [], newer: 0, feeds: [] },
    spot: {
      ETH: { price: SPOT, source: 'chain' },
      BTC: { price: 80_000, source: 'chain' },
    },
    at: NOW * 1000,
    isLive: true,
    ...change,
  };
}

async function ideas(rows: readonly OrderRow[], change: Partial<OrdersView> = {}) {
  const orders = view(rows, change);
  return openPage(<Ideas onFilled={() => undefined} onTry={() => undefined} />, {
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    topics: { orders },
    answers: {
      'settings.isAnyServerUp': { isUp: true },
    },
  });
}

describe('the ideas of the desk', () => {
  it('suggests calls for a rise and puts for a fall', async () => {
    const page = await ideas([CALL, PUT]);
    await page.shows('What do you expect of ETH?');
    await page.shows('Buy Capped call 3,000');
    expect(page.words()).not.toContain('Buy Put 3,000');
    await page.click('Falls');
    await page.shows('Buy Put 3,000');
    expect(page.words()).not.toContain('Buy Capped call 3,000');
  });

  it('shows the cost, the gain and the chance of profit of an idea', async () => {
    const page = await ideas([CALL]);
    await page.shows('costs $');
    expect(page.words()).toMatch(/costs \$18\d/);
    expect(page.words()).toMatch(/gains \$\d/);
    expect(page.words()).toContain('chance 31%');
  });

  it('sorts ideas by the chosen figure', async () => {
    const page = await ideas([CALL, CHEAP_CALL]);
    await page.shows('Capped call 3,300');
    const isCheapFirst = () =>
      page.words().indexOf('Capped call 3,300') < page.words().indexOf('Capped call 3,000');
    // If the price rises, the cheap quote has the higher expected profit per dollar.
    expect(isCheapFirst()).toBe(true);
    await page.choose('Best by', 'cost');
    expect(isCheapFirst()).toBe(true);
    await page.choose('Best by', 'probability');
    expect(isCheapFirst()).toBe(false);
    await page.choose('Best by', 'leverage');
    expect(isCheapFirst()).toBe(true);
  });

  it('asks what the user expects of the asset that the user switches to', async () => {
    const page = await ideas([CALL, BTC]);
    await page.shows('What do you expect of');
    const other = page.words().includes('of BTC?') ? 'ETH' : 'BTC';
    await page.click(other);
    await page.shows(`What do you expect of ${other}?`);
  });

  it('says that no order matches the user’s expectation', async () => {
    const page = await ideas([CALL]);
    await page.shows('Buy Capped call 3,000');
    await page.click('Falls');
    expect(page.words()).toContain('No maker’s order fits this at the moment.');
  });

  it.each([
    ['an unchecked signature', { isChecked: false }],
    ['no contracts left', { available: contracts(0n) }],
    ['a quote that has ended', { quoteEnds: NOW - 1 }],
  ])('leaves out an order with %s', async (_, change) => {
    const page = await ideas([{ ...CALL, ...change }, CHEAP_CALL]);
    await page.shows('Capped call 3,300');
    expect(page.words()).not.toContain('Capped call 3,000');
  });

  it('says that no maker has offers', async () => {
    const page = await ideas([]);
    await page.shows('No orders at the moment');
  });

  it('says that the feed doesn’t respond', async () => {
    const page = await ideas([], { problem: { code: 'noFeed' } });
    await page.shows('Condor couldn’t load any orders');
  });
});
