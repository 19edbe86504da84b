import { type Address, zeroAddress } from 'viem';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import type { AtomicStatus } from '../../../shared/chain/delegation.ts';
import { rateBps } from '../../../shared/chain/lending.ts';
import type { FundsView, TicketView } from '../../../shared/messages/ticket.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { deliveryToken } from '../../../shared/orders/fit.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { priceOrder } from '../../../shared/orders/price.ts';
import { isSameMaker } from '../../../shared/orders/requote.ts';
import type { OptionTerms } from '../../../shared/orders/terms.ts';
import {
  type MakerFacts,
  type Unfillable,
  unfillableBy,
  usableBudget,
} from '../../../shared/orders/unfillable.ts';
import type { Verification } from '../../../shared/orders/verify.ts';
import { type Price8, tokenAmount, type UnixSeconds } from '../../../shared/units.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { OrderChecks } from '../market/checks.ts';
import { verifyWithMaker } from '../market/contract-maker.ts';
import type { FeedSnapshot, OrdersFeed } from '../market/feed/feed.ts';
import { type FillFacts, readFillFacts } from '../market/fill-facts.ts';
import { checkPayoff } from '../market/payoff-check.ts';
import { genuineOf, quotedVolatilities } from '../market/volatility.ts';
import { newerQuote } from './pick.ts';
import { type AccountFunds, readFunds } from './read-funds.ts';
import { TicketError } from './ticket-error.ts';

/**
 * Remaining seconds of a quote below which a newer quote is searched for. The page offers the newer
 * quote in the last 45 seconds, and reads the ticket every ten seconds.
 */
const LAST_SECONDS = 70;

/** Placeholders for an order's on-chain values until the chain is read. */
const UNREAD = [undefined, undefined, undefined, { checks: [] }, 'unknown', undefined, {}] as const;

/**
 * Returns the inputs of a ticket: the quote, its checks, and budget, balance and allowance from the
 * chain. Leaves the chain's values out when the node doesn't respond. A quote that left the feed is
 * shown with its replacement while the feed still remembers the quote.
 * @throws TicketError `quoteGone`, `unknownProduct`; FeedError if no feed was ever read
 */
export async function ticketFor(options: {
  feed: Pick<OrdersFeed, 'fresh' | 'last' | 'remember' | 'remembered'>;
  client: Rpc;
  /** The list's oracle prices and checked signatures. */
  checks: Pick<OrderChecks, 'oracleOf' | 'isGenuine' | 'quoteSpotOf'>;
  /** Undefined before a wallet exists. The ticket can then be viewed, but not filled. */
  account: Address | undefined;
  digest: string;
  withChain: boolean;
  referrer: Address;
  canSign: boolean;
  /** Undefined for an account that can't batch. */
  atomicStatus?: () => Promise<AtomicStatus>;
  now: UnixSeconds;
}): Promise<TicketView> {
  const { feed, client, account, digest, withChain, now } = options;
  const known = withChain ? undefined : feed.last();
  const snapshot = known ?? (await feed.fresh());
  const live = snapshot.byDigest.get(digest);
  const entry = live ?? feed.remembered(digest);
  if (entry === undefined) {
    throw new TicketError('quoteGone');
  }
  feed.remember(digest, entry);
  const { order, optionBookAddress } = entry;
  const { terms, collateral, asset, product, takerSide } = describeOrder(order);
  if (terms === undefined || collateral === undefined || asset === undefined || !product) {
    throw new TicketError('unknownProduct');
  }
  const { decimals } = collateral;
  const { implementation, strikes } = order;
  const readChain = () =>
    Promise.all([
      // The ticket shows that the chain couldn't be read.
      readFillFacts(client, account ?? zeroAddress, entry).catch(() => undefined),
      account && readFunds(client, account, order.collateral).catch(() => undefined),
      options.atomicStatus?.(),
      verifyWithMaker(client, entry, { now }),
      checkPayoff(client, { implementation, strikes, terms, decimals }),
      readReferrerBps(client, optionBookAddress, options.referrer),
      // Before the last seconds, no newer quote is offered, so the search would only cost requests.
      live === undefined || order.orderExpiryTimestamp - now < LAST_SECONDS
        ? newerOf(client, snapshot, entry, now)
        : {},
    ]);
  const [facts, funds, atomic, verification, payoff, referrerBps, newer] = withChain
    ? await readChain()
    : UNREAD;
  const refusedBy = verification.checks.find(
    ({ check, status }) => status === 'failed' && check !== 'quote expiry',
  );
  const unfillable = unfillableOf(order, verification, facts);
  const spot = spotOf(
    facts?.oraclePrice ?? options.checks.oracleOf(order.priceFeed),
    snapshot.feed.marketData[asset],
  );
  const delivery = deliveryToken(order);
  return {
    digest,
    ...(account === undefined ? {} : { account }),
    product: product.name,
    asset,
    side: takerSide,
    strikes: [...strikes],
    price: order.price,
    expiry: order.expiry,
    quoteEnds: order.orderExpiryTimestamp,
    token: { address: collateral.address, symbol: collateral.symbol, decimals },
    isChecked: withChain,
    budgetLeft: usableBudget(order, makerFactsOf(facts)),
    isBudgetRead: facts !== undefined,
    maker: order.maker,
    referrer: options.referrer,
    payoff,
    isLive: live !== undefined,
    feedAt: snapshot.at,
    canSign: options.canSign,
    ...modelOf(genuineOf(snapshot, options.checks.isGenuine), entry, {
      ...{ terms, spot: spot?.price, now },
      quoteSpotOf: options.checks.quoteSpotOf,
    }),
    ...(spot === undefined ? {} : { spot }),
    ...(product.isPhysical && delivery
      ? { delivery: { symbol: delivery.symbol, decimals: delivery.decimals } }
      : {}),
    ...(facts === undefined || account === undefined
      ? {}
      : {
          balance: facts.taker.balance,
          allowance: tokenAmount(facts.taker.allowance),
        }),
    ...(atomic === undefined ? {} : { atomic }),
    ...(funds === undefined ? {} : { funds: fundsView(funds) }),
    ...(facts?.oraclePrice === undefined ? {} : { oraclePrice: facts.oraclePrice }),
    ...(referrerBps === undefined ? {} : { referrerBps: Number(referrerBps) }),
    ...(unfillable === undefined ? {} : { unfillable }),
    ...(refusedBy === undefined || unfillable === 'makerRole'
      ? {}
      : { refusedBy: refusedBy.check }),
    ...newer,
  };
}

function fundsView({ wanted, have, reserve, poolAllowance, rate }: AccountFunds): FundsView {
  return {
    wanted,
    ...have,
    canSupply: reserve.canSupply,
    canWithdraw: reserve.canWithdraw,
    ...(reserve.room === undefined ? {} : { room: reserve.room }),
    liquidity: reserve.liquidity,
    poolAllowance,
    rateBps: rateBps(rate),
  };
}

function spotOf(oracle: Price8 | undefined, reported: Price8 | undefined) {
  if (oracle !== undefined) return { price: oracle, source: 'chain' } as const;
  return reported === undefined ? undefined : ({ price: reported, source: 'order feed' } as const);
}

function unfillableOf(
  order: Order,
  { checks }: Pick<Verification, 'checks'>,
  facts: FillFacts | undefined,
): Unfillable | undefined {
  const failed = checks.flatMap((found) => (found.status === 'failed' ? [found] : []));
  if (failed.length === 1 && failed[0]?.reason === 'no-operator-role') return 'makerRole';
  return facts && unfillableBy(order, makerFactsOf(facts), facts.oraclePrice);
}

function makerFactsOf(facts: FillFacts | undefined): MakerFacts {
  return {
    filled: facts?.filled,
    cutoff: facts?.cutoff,
    balance: facts?.maker.balance,
    allowance: facts?.maker.allowance,
  };
}

/** Returns volatility and greeks, if a price implies them or the feed has them. */
function modelOf(
  quotes: readonly FeedEntry[],
  entry: FeedEntry,
  market: Pick<OrderChecks, 'quoteSpotOf'> & {
    readonly terms: OptionTerms;
    readonly spot: Price8 | undefined;
    readonly now: UnixSeconds;
  },
): Pick<TicketView, 'model'> {
  const { terms, spot, now, quoteSpotOf } = market;
  const { order, greeks: feedGreeks } = entry;
  const { price, expiry, strikes } = order;
  const volatilityOf = quotedVolatilities(quotes, {
    now,
    // Compares only quotes with the same price feed.
    spotOf: () => spot,
    quoteSpotOf,
  });
  const { volatility, volatilityFrom, greeks, greeksFrom } = priceOrder({
    terms,
    price,
    expiry,
    now,
    spot,
    quoteSpot: quoteSpotOf(entry),
    feedGreeks,
    volatility: strikes.length > 1 ? volatilityOf(order)?.volatility : undefined,
  });
  if (volatility === undefined || volatilityFrom === undefined) return {};
  if (greeks === undefined || greeksFrom === undefined) return {};
  const { delta, gamma, theta, vega } = greeks;
  const own = { delta, gamma, theta, vega };
  return { model: { volatility, volatilityFrom, greeks: own, from: greeksFrom } };
}

async function newerOf(
  client: Rpc,
  snapshot: FeedSnapshot,
  entry: FeedEntry,
  now: UnixSeconds,
): Promise<Pick<TicketView, 'newer'>> {
  const next = await newerQuote(client, snapshot, entry, now);
  if (next === undefined) return {};
  const { price, orderExpiryTimestamp } = next.order;
  return {
    newer: {
      digest: orderDigest(next.order, next.optionBookAddress),
      price,
      quoteEnds: orderExpiryTimestamp,
      isOtherMaker: !isSameMaker(next, entry),
    },
  };
}

async function readReferrerBps(client: Rpc, book: Address, referrer: Address) {
  if (referrer === zeroAddress) return undefined;
  // Older books have no such list. The referrer's share is only shown, not paid.
  return readContract(client, {
    address: book,
    abi: optionBookAbi,
    functionName: 'referrerFeeSplitBps',
    args: [referrer],
  }).catch(() => undefined);
}
