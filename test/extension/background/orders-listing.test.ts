import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import {
  createOrderChecks,
  type OrderChecks,
} from '../../../entrypoints/background/market/checks.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { UNREAD_MAKER } from '../../../entrypoints/background/market/rows.ts';
import { createOrdersListing } from '../../../entrypoints/background/orders/listing.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { price8 } from '../../../shared/units.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { wire } from '../../server/orders/harness.ts';
import { realOrders } from '../../shared/orders/real-orders.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const REAL = realOrders().slice(0, 3);
/** Epoch milliseconds at which all quotes are valid. */
const NOW = Math.min(...REAL.map(({ entry }) => entry.order.orderExpiryTimestamp - 60)) * 1000;

function listingOf(found: Partial<OrderChecks> = {}, entries = REAL.map(({ entry }) => entry)) {
  const areas = memoryAreas();
  const clock = createFakeClock(NOW);
  let asked = 0;
  const painted = Promise.withResolvers<void>();
  const feed = createOrdersFeed({
    fetch: async () => {
      asked += 1;
      return Response.json({
        data: { orders: entries.map((entry) => wire(entry)), market_data: { ETH: 2_590 } },
      });
    },
    clock,
    wait: systemWait,
    urls: () => ['https://feed.example/orders'],
  });
  const listing = createOrdersListing({
    feed,
    checks: {
      run: async () => undefined,
      only: async () => undefined,
      isGenuine: () => undefined,
      makerOf: () => UNREAD_MAKER,
      unfillableOf: () => undefined,
      oracleOf: () => undefined,
      quoteSpotOf: () => undefined,
      version: () => 0,
      ...found,
    },
    stored: stored(areas, STORED_KEYS.ordersCache),
    clock,
    wait: () => painted.promise,
    failureOf: () => ({ code: 'unexpected' }),
  });
  return { listing, areas, clock, feed, asked: () => asked, paint: painted.resolve };
}

describe('the list of orders', () => {
  it('stores the list only after the page had time to paint it', async () => {
    const { listing, areas, paint } = listingOf({ isGenuine: () => true });
    const view = await listing.list(true);
    const { at } = view;
    void listing.keep(view);
    expect([...areas.local.content]).toEqual([]);
    paint();
    await eventually(async () =>
      expect(areas.local.content.get(STORED_KEYS.ordersCache.name)).toMatchObject({
        value: { at },
      }),
    );
  });

  it('doesn’t store an order for the next start if a later check refuses it', async () => {
    let hasRun = false;
    const { listing, areas, paint } = listingOf({
      run: async () => {
        hasRun = true;
      },
      isGenuine: (_, { order }) =>
        hasRun ? order.price !== REAL[0]?.entry.order.price : undefined,
    });
    paint();
    const kept = () => areas.local.content.get(STORED_KEYS.ordersCache.name);
    await listing.keep(await listing.list(true));
    await listing.check();
    const view = await listing.list(false);
    await listing.keep(view);
    const { rows } = view;
    expect(rows).toHaveLength(2);
    const unchecked = rows.map(({ digest }) =>
      expect.objectContaining({ digest, isChecked: false }),
    );
    expect(kept()).toMatchObject({ value: { rows: unchecked } });
  });

  it('lists checked orders with the feed’s price before the node reports the chain’s price', async () => {
    const isNodeSlow = Promise.withResolvers<never>();
    const checks = createOrderChecks({
      client: { request: () => isNodeSlow.promise },
      wait: systemWait,
    });
    let oracle: ReturnType<OrderChecks['oracleOf']>;
    const { listing, feed } = listingOf({ ...checks, oracleOf: () => oracle });
    // Another part of the worker checks the orders first, for example to show positions.
    await listing.list(true);
    const other = checks.run(feed.last() ?? expect.unreachable());
    await eventually(async () => {
      await listing.list(true);
      const { rows, spot } = await listing.list(false);
      expect(rows.every(({ isChecked }) => isChecked)).toBe(true);
      expect(spot.ETH?.source).toBe('order feed');
    });
    const checking = listing.check();
    isNodeSlow.reject(new Error('slow'));
    oracle = price8(259_000_000_000n);
    await Promise.all([other, checking]);
    expect((await listing.list(false)).spot.ETH?.source).toBe('chain');
  });

  it('stores the list without the spot price at which each quote was first read', async () => {
    const { listing, areas, paint } = listingOf({
      isGenuine: () => true,
      quoteSpotOf: () => price8(300_000_000_000n),
    });
    const view = await listing.list(true);
    const [first] = view.rows;
    expect(first?.quoteSpot).toBe(3_000);
    paint();
    const kept = stored(areas, STORED_KEYS.ordersCache);
    await listing.keep(view);
    expect((await kept.read())?.rows[0]?.digest).toBe(first?.digest);
    expect((await kept.read())?.rows[0]).not.toHaveProperty('quoteSpot');
  });

  it('stores a bid whose price exceeds every payout, so that the seller always gains', async () => {
    const { entry } = realOrders().find((one) => one.entry.order.isLong) ?? expect.unreachable();
    const bid = { ...entry, order: { ...entry.order, price: price8(10n ** 16n) } };
    const { listing, areas, paint } = listingOf({ isGenuine: () => true }, [bid]);
    paint();
    const view = await listing.list(true);
    expect(Number(view.rows[0]?.maxLoss)).toBeLessThan(0);
    await listing.keep(view);
    const kept = await stored(areas, STORED_KEYS.ordersCache).read();
    expect(kept?.rows).toMatchObject([{ maxLoss: view.rows[0]?.maxLoss }]);
  });

  it('stores nothing while no order has been checked', async () => {
    const { listing, areas, paint } = listingOf();
    paint();
    await listing.keep(await listing.list(true));
    await listing.check();
    await listing.keep(await listing.list(false));
    expect([...areas.local.content]).toEqual([]);
  });

  it('reports a list as live until 30 seconds after the last read of the feeds', async () => {
    const { listing, clock } = listingOf();
    expect((await listing.cached()).isLive).toBeUndefined();
    await listing.list(true);
    expect((await listing.cached()).isLive).toBe(true);
    clock.advance(30_000);
    expect((await listing.cached()).isLive).toBe(false);
  });

  it('reads the feeds when the list is requested, but not when only the cached rows are requested', async () => {
    const { listing, asked } = listingOf();
    expect((await listing.cached()).at).toBeUndefined();
    const { at } = await listing.list(false);
    expect(asked()).toBe(1);
    expect(at).toBeDefined();
    await listing.cached();
    expect(asked()).toBe(1);
  });

  it('adds the results of slow checks to the list once they have run, and keeps all other figures', async () => {
    let hasRun = false;
    const { listing, clock } = listingOf({
      run: async () => {
        hasRun = true;
      },
      isGenuine: (_, { order }) =>
        hasRun ? order.price !== REAL[0]?.entry.order.price : undefined,
      unfillableOf: (_, { order }) =>
        hasRun && order.price === REAL[1]?.entry.order.price ? 'makerBalance' : undefined,
    });
    const first = await listing.list(false);
    expect(first.rows.map(({ isChecked }) => isChecked)).toEqual([false, false, false]);
    clock.advance(5_000);
    await listing.check();
    const { rows, refused, unfillable } = await listing.list(false);
    expect(rows).toEqual([{ ...first.rows[2], isChecked: true }]);
    expect(refused).toMatchObject([{ reason: { found: { check: 'signature' } }, count: 1 }]);
    expect(unfillable).toEqual([{ code: 'makerBalance', count: 1 }]);
    await listing.check();
    expect((await listing.list(false)).rows).toBe(rows);
  });

  it('lists an order as unchecked when the checks couldn’t verify its signature', async () => {
    const { listing } = listingOf();
    await listing.list(false);
    await listing.check();
    const { rows } = await listing.list(false);
    expect(rows.map(({ isChecked }) => isChecked)).toEqual([false, false, false]);
  });
});
