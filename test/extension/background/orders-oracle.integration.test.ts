import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createOrderChecks } from '../../../entrypoints/background/market/checks.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { createOrdersListing } from '../../../entrypoints/background/orders/listing.ts';
import { ticketFor } from '../../../entrypoints/background/orders/ticket.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { ticketFigures } from '../../../shared/orders/ticket.ts';
import { contracts, epochMs, type Price8, price8, unixSeconds } from '../../../shared/units.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { wire } from '../../server/orders/harness.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ORACLE = 2_590_00000000n;
/** Price of ether in the order feed in dollars, far from the oracle's price. */
const FEED = 5_000;

let market: Market;

beforeAll(async () => {
  market = await startMarket();
  await market.devnet.setPrice('ETH', ORACLE);
});
afterAll(() => market?.stop());

describe('the oracle’s price for an order to which a taker sells', () => {
  it('uses the feed’s price and marks the yield as provisional until the oracle’s price is known', async () => {
    const bid = await market.quote({ isLong: true });
    const { terms, collateral } = describeOrder(bid.order);
    if (terms === undefined || collateral === undefined) throw new Error('a put is known');
    const { decimals } = collateral;
    const yieldAt = (oraclePrice: Price8) =>
      ticketFigures(
        { order: bid.order, terms, decimals, spot: oraclePrice, oraclePrice },
        { by: 'contracts', amount: contracts(10n ** BigInt(decimals)) },
      ).yieldBps;
    const now = (await market.devnet.now()) * 1000;
    const clock = { now: () => epochMs(now) };
    const rpc = createRpc({ fetch: globalThis.fetch, urls: () => [market.devnet.rpcUrl] });
    const checks = createOrderChecks({ client: rpc, wait: systemWait });
    const feed = createOrdersFeed({
      fetch: async () =>
        Response.json({ data: { orders: [wire(bid)], market_data: { ETH: FEED } } }),
      clock,
      wait: systemWait,
      urls: () => ['https://feed.example/orders'],
    });
    const listing = createOrdersListing({
      feed,
      checks,
      stored: stored(memoryAreas(), STORED_KEYS.ordersCache),
      clock,
      wait: systemWait,
      failureOf: () => ({ code: 'unexpected' }),
    });
    const first = await listing.list(false);
    const bps = ({ edge = 0 }: OrderRow) => BigInt(Math.round(edge * 100));
    /** Returns the spot price in a ticket that hasn't read the chain. */
    const ticketSpot = async () => {
      const { spot } = await ticketFor({
        ...{ feed, client: rpc, checks, account: market.taker.address },
        ...{ digest: orderDigest(bid.order, bid.optionBookAddress), referrer: zeroAddress },
        ...{ withChain: false, canSign: true, now: unixSeconds(now / 1000) },
      });
      return spot && { price: Number(spot.price) / 1e8, source: spot.source };
    };
    expect(await ticketSpot()).toEqual({ price: FEED, source: 'order feed' });
    expect(first.spot.ETH).toEqual(await ticketSpot());
    const byFeed = rowOf(first.rows);
    expect(byFeed.isByFeed).toBe(true);
    expect(bps(byFeed)).toBe(yieldAt(price8(BigInt(FEED) * 10n ** 8n)));

    const exact = yieldAt(price8(ORACLE));
    expect(bps(byFeed)).not.toBe(exact);
    await listing.check();
    const view = await listing.list(false);
    expect(await ticketSpot()).toEqual({ price: Number(ORACLE) / 1e8, source: 'chain' });
    expect(view.spot.ETH).toEqual(await ticketSpot());
    const checked = rowOf(view.rows);
    expect(checked.isByFeed).toBeUndefined();
    expect(bps(checked)).toBe(exact);
  });
});

function rowOf([row]: readonly OrderRow[]): OrderRow {
  if (row === undefined) throw new Error('there is a row');
  return row;
}
