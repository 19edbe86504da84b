import { maxUint256, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import type { FeedSnapshot } from '../../../entrypoints/background/market/feed/feed.ts';
import { newerQuote } from '../../../entrypoints/background/orders/pick.ts';
import { ticketFor } from '../../../entrypoints/background/orders/ticket.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { price8, unixSeconds } from '../../../shared/units.ts';
import { approve, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market?.stop());

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);

function snapshotOf(...entries: SignedOrder[]): FeedSnapshot {
  const byDigest = new Map(entries.map((one) => [digestOf(one), one]));
  const feed = { orders: entries, problems: [], marketData: {}, timestamp: undefined };
  return { feed, byDigest, feeds: [], at: Date.now() };
}

it('replaces a quote with another maker’s quote only if that maker can pay, and marks the change of maker', async () => {
  const { devnet } = market;
  const [, other] = devnet.accounts.takers;
  if (other === undefined) throw new Error('The devnet has one taker only.');
  const client = createRpc({ fetch: globalThis.fetch, urls: () => [devnet.rpcUrl] });
  const now = unixSeconds(await devnet.now());
  const old = await market.quote();
  const { order } = old;
  const cheaper = await signOrder(other, {
    ...order,
    maker: other.address,
    price: price8(order.price - 1n),
  });
  const snapshot = snapshotOf(cheaper);
  const next = () => newerQuote(client, snapshot, old, now);
  expect(await next()).toBeUndefined();
  // Less than the 2500 dollars that a put with strike 2500 locks.
  await devnet.fund(other.address, { usdc: 2_499_000000n });
  await approve(devnet, other, { token: USDC.address, amount: maxUint256 });
  expect(await next()).toBeUndefined();
  await devnet.fund(other.address, { usdc: 2_500_000000n });
  expect(await next()).toBe(cheaper);

  const ticketWith = (known: FeedSnapshot) =>
    ticketFor({
      feed: {
        fresh: async () => known,
        last: () => known,
        remembered: () => old,
        remember: () => undefined,
      },
      client,
      checks: {
        oracleOf: () => undefined,
        isGenuine: () => true,
        quoteSpotOf: () => undefined,
      },
      account: market.taker.address,
      digest: digestOf(old),
      withChain: true,
      referrer: zeroAddress,
      canSign: true,
      now,
    });
  const over = await ticketWith(snapshot);
  expect(over.newer).toMatchObject({ digest: digestOf(cheaper), isOtherMaker: true });
  const early = await ticketWith(snapshotOf(old, cheaper));
  expect(early.newer).toBeUndefined();
  // Compares only the product, because the chain's clock may have moved on.
  const own = await market.quote({ price: 41_00000000n, expiry: order.expiry });
  const both = snapshotOf(cheaper, own);
  expect(await newerQuote(client, both, old, now)).toBe(own);
});
