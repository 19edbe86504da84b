import type { Hex } from 'viem';
import { type KnownChecks, orderRows } from '../../../entrypoints/background/market/rows.ts';
import { ticketFor } from '../../../entrypoints/background/orders/ticket.ts';
import { BOOKS } from '../../../shared/chain/deployments.ts';
import type { OrdersView } from '../../../shared/messages/market.ts';
import type { FillPlanView, TicketView } from '../../../shared/messages/ticket.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { contracts, price8, tokenAmount, unixSeconds, wei } from '../../../shared/units.ts';
import { buildOrder } from '../../devnet/build-order.ts';
import { quoteSheet } from '../../devnet/quotes.ts';
import { NOW } from '../../shared/desk/desk-rows.ts';
import { ACCOUNT, AT, address } from './snapshot.ts';

const SPOTS = { ETH: price8(2_590_00000000n), BTC: price8(80_300_00000000n) };
const BOOK = BOOKS.find(({ revision }) => revision === 'r12')?.address ?? address('b0');

/** The quotes of the devnet's maker, without signatures. */
const ENTRIES = quoteSheet({ spot: SPOTS, now: NOW }).map((quote): FeedEntry => {
  const order = buildOrder({
    ...quote,
    maker: address('aa'),
    budget: 50_000_000000n,
    orderExpiry: NOW + 100,
  });
  return {
    order,
    nonce: computeNonce(order),
    signature: '0x' satisfies Hex,
    optionBookAddress: BOOK,
    ticker: quote.ticker,
    ...(quote.greeks === undefined ? {} : { greeks: quote.greeks }),
  };
});

const FEED = {
  feed: { orders: ENTRIES, problems: [], marketData: SPOTS, timestamp: undefined },
  byDigest: new Map(
    ENTRIES.map((entry) => [orderDigest(entry.order, entry.optionBookAddress), entry] as const),
  ),
  feeds: [{ url: 'https://feed.example', count: ENTRIES.length }],
  at: AT,
};

const PLENTY = tokenAmount(10n ** 24n);
const CHECKS: KnownChecks = {
  isGenuine: () => true,
  makerOf: () => ({ filled: 0n, cutoff: 0n, balance: PLENTY, allowance: PLENTY }),
  unfillableOf: () => undefined,
  oracleOf: () => undefined,
  quoteSpotOf: () => undefined,
};

export const ORDERS: OrdersView = {
  ...orderRows(FEED, unixSeconds(NOW), CHECKS),
  spot: {
    ETH: { price: 2_590, source: 'chain' },
    BTC: { price: 80_300, source: 'chain' },
  },
};

/** Returns the digest of the first order of a kind. */
export function digestOf(product: string, side: 'buy' | 'sell'): string {
  const row = ORDERS.rows.find((known) => known.product === product && known.side === side);
  if (row === undefined) throw new Error(`no order of ${product}`);
  return row.digest;
}

const STILL = {
  fresh: async () => FEED,
  last: () => FEED,
  remember: () => undefined,
  remembered: () => undefined,
};

/** Returns an order's ticket, as if the chain were read and the account had enough money. */
export async function ticketOf(digest: string): Promise<TicketView> {
  const read = await ticketFor({
    feed: STILL,
    client: { request: () => Promise.reject(new Error('the gallery has no node')) },
    checks: CHECKS,
    account: ACCOUNT,
    digest,
    withChain: false,
    referrer: address('00'),
    canSign: true,
    now: unixSeconds(NOW),
  });
  return {
    ...read,
    isChecked: true,
    isBudgetRead: true,
    payoff: 'agrees',
    balance: tokenAmount(12450310000n),
    allowance: tokenAmount(0n),
    ...(read.spot === undefined ? {} : { oraclePrice: read.spot.price }),
  };
}

export const PLAN: FillPlanView = {
  contracts: contracts(1000000n),
  wanted: 'asset',
  preparations: [{ kind: 'allow book', amount: 42000000n }],
  change: { ether: 0n, asset: -42000000n, receipt: 0n },
  collateral: tokenAmount(0n),
  premium: tokenAmount(41600000n),
  receives: tokenAmount(0n),
  fee: wei(21000000000000n),
};
