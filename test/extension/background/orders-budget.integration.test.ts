import { zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  filterOrders,
  indexOrders,
  NO_FILTER,
} from '../../../components/screens/trade/orders/order-list.ts';
import { ticketOf } from '../../../components/screens/trade/ticket/ticket-model.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createOrderChecks } from '../../../entrypoints/background/market/checks.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { createOrdersListing } from '../../../entrypoints/background/orders/listing.ts';
import { ticketFor } from '../../../entrypoints/background/orders/ticket.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { oneRowPerTerms } from '../../../shared/desk/one-row-per-terms.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { epochMs, price8, unixSeconds } from '../../../shared/units.ts';
import { approve, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { wire } from '../../server/orders/harness.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market?.stop());

/**
 * Returns a signed order with a budget of a million dollars. Its maker owns and has approved only
 * these amounts.
 */
async function claim({ owned, approved }: { owned: bigint; approved: bigint }, strike: bigint) {
  const maker = privateKeyToAccount(generatePrivateKey());
  await market.devnet.fund(maker.address, { usdc: owned, eth: 10n ** 18n });
  await approve(market.devnet, maker, { token: USDC.address, amount: approved });
  const terms = { maker: maker.address, budget: 10n ** 12n, strikes: [price8(strike * 10n ** 8n)] };
  return signOrder(maker, (await market.quote(terms)).order);
}

it('limits the size in the list and ticket to what the maker can pay for, and sorts by that size', async () => {
  const poor = await claim({ owned: 10_000_000n, approved: 10n ** 12n }, 2_400n);
  const tight = await claim({ owned: 10n ** 12n, approved: 20_000_000n }, 2_300n);
  const dust = await claim({ owned: 900_000n, approved: 10n ** 12n }, 2_200n);
  const rich = await market.quote({ budget: 500_000_000n });
  const orders = [poor, tight, dust, rich].map((one) => wire(one));
  const now = (await market.devnet.now()) * 1000;
  const clock = { now: () => epochMs(now) };
  const client = createRpc({ fetch: globalThis.fetch, urls: () => [market.devnet.rpcUrl] });
  const feed = createOrdersFeed({
    fetch: async () => Response.json({ data: { orders, market_data: { ETH: 2_590 } } }),
    clock,
    wait: systemWait,
    urls: () => ['https://feed.example/orders'],
  });
  const checks = createOrderChecks({ client, wait: systemWait });
  const listing = createOrdersListing({
    feed,
    checks,
    stored: stored(memoryAreas(), STORED_KEYS.ordersCache),
    clock,
    wait: systemWait,
    failureOf: () => ({ code: 'unexpected' }),
  });
  await listing.list(false);
  await listing.check();
  const view = await listing.list(false);
  expect(view.unfillable).toEqual([{ code: 'dust', count: 1 }]);
  const sorted = filterOrders(
    indexOrders(oneRowPerTerms(view.rows)),
    { ...NO_FILTER, sort: 'budget' },
    { now: now / 1000, over: now / 1000 },
  );
  const digestOf = (one: typeof poor) => orderDigest(one.order, one.optionBookAddress);
  expect(sorted.map(({ digest, budgetUsd }) => [digest, budgetUsd])).toEqual([
    [digestOf(rich), 500],
    [digestOf(tight), 20],
    [digestOf(poor), 10],
  ]);
  for (const { digest, available } of sorted) {
    const ticket = await ticketFor({
      ...{ feed, client, digest, account: market.taker.address, referrer: zeroAddress },
      ...{
        checks,
        withChain: true,
        canSign: true,
        now: unixSeconds(now / 1000),
      },
    });
    expect(ticketOf(ticket)?.budget).toBe(available);
  }
});
