import { describe, expect, it } from 'vitest';
import { createOrdersFeed } from '../../../entrypoints/background/orders/feed.ts';
import { createOrdersListing } from '../../../entrypoints/background/orders/listing.ts';
import { UNREAD_MAKER } from '../../../entrypoints/background/orders/rows.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { wire } from '../../server/orders/harness.ts';
import { realOrders } from '../../shared/orders/real-orders.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const [REAL] = realOrders();
if (REAL === undefined) throw new Error('there are recorded orders');
const ANSWER = { data: { orders: [wire(REAL.entry)], market_data: { ETH: 2_590 } } };

function listingOf() {
  const areas = memoryAreas();
  const clock = createFakeClock();
  let asked = 0;
  const painted = Promise.withResolvers<void>();
  const feed = createOrdersFeed({
    fetch: async () => {
      asked += 1;
      return Response.json(ANSWER);
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
    const { listing, areas, paint } = listingOf();
    const { at } = await listing.list(true);
    await listing.list(false);
    expect([...areas.local.content]).toEqual([]);
    paint();
    await eventually(async () =>
      expect(areas.local.content.get(STORED_KEYS.ordersCache.name)).toMatchObject({
        value: { at },
      }),
    );
  });

  it('reports whether the feeds must be read again', async () => {
    const { listing, clock } = listingOf();
    expect((await listing.cached()).isNew).toBeUndefined();
    await listing.list(true);
    expect((await listing.cached()).isNew).toBe(true);
    clock.advance(30_000);
    expect((await listing.cached()).isNew).toBe(false);
  });

  it('reads the feeds once while the page shows the known rows', async () => {
    const { listing, asked } = listingOf();
    expect((await listing.cached()).at).toBeUndefined();
    const { at } = await listing.list(false);
    expect(asked()).toBe(1);
    expect(at).toBeDefined();
    await listing.cached();
    expect(asked()).toBe(1);
  });
});
