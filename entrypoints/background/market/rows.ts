import type { Address } from 'viem';
import { isRetiredBook, PRICE_FEEDS, type Token } from '../../../shared/chain/deployments.ts';
import { assetOfFeed } from '../../../shared/chain/tokens.ts';
import type {
  FeedView,
  OrderRow,
  OrdersView,
  RefusalReason,
} from '../../../shared/messages/market.ts';
import { absurdityOf } from '../../../shared/orders/absurd.ts';
import type { Greeks } from '../../../shared/orders/black-scholes.ts';
import { requiredDelivery } from '../../../shared/orders/delivery.ts';
import { describeOrder, type OrderDescription } from '../../../shared/orders/describe.ts';
import { leverageOf, maxReturnHundredths, yieldBps } from '../../../shared/orders/edge.ts';
import type { FailedCheck } from '../../../shared/orders/failed-check.ts';
import { deliveryToken, type OrderCheck } from '../../../shared/orders/fit.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { maxPayoff } from '../../../shared/orders/payoff.ts';
import { pictureOfCurve } from '../../../shared/orders/picture.ts';
import {
  gammaOfPercent,
  type OrderPrice,
  priceOrder,
  yearsBetween,
} from '../../../shared/orders/price.ts';
import { probabilityOfProfit } from '../../../shared/orders/probability.ts';
import { type FillQuote, quoteFill } from '../../../shared/orders/quote.ts';
import { contractsForBudget } from '../../../shared/orders/sizing.ts';
import type { OptionTerms } from '../../../shared/orders/terms.ts';
import {
  type MakerFacts,
  type Unfillable,
  usableBudget,
  usableDollars,
} from '../../../shared/orders/unfillable.ts';
import { checkTerms } from '../../../shared/orders/verify.ts';
import { contracts, type Price8, toNumber8, type UnixSeconds } from '../../../shared/units.ts';
import type { FeedSnapshot } from './feed/feed.ts';
import { hostOf } from './feed/read-feed.ts';
import { NO_OUTLINE, thumbnailOf } from './thumbnail.ts';
import { genuineOf, quotedVolatilities, type VolatilityLookup } from './volatility.ts';

/** Results of an entry's checks; see `createOrderChecks`. */
export interface KnownChecks {
  isGenuine(digest: string, entry: FeedEntry): boolean | undefined;
  makerOf(entry: FeedEntry): MakerFacts;
  unfillableOf(digest: string, entry: FeedEntry): Unfillable | undefined;
  oracleOf(priceFeed: Address): Price8 | undefined;
  quoteSpotOf(entry: Pick<FeedEntry, 'signature'>): Price8 | undefined;
}

const FORGED: RefusalReason = {
  kind: 'check',
  found: { check: 'signature', status: 'failed', reason: 'not-the-maker' },
};
const UNKNOWN_PRODUCT: RefusalReason = { kind: 'unknownProduct' };

/**
 * Returns the feeds' entries as rows, and counts the omitted entries by reason. A row whose
 * signature isn't checked yet is marked.
 */
export function orderRows(
  snapshot: FeedSnapshot,
  now: UnixSeconds,
  checks: KnownChecks,
): OrdersView {
  const rows: OrderRow[] = [];
  const refused = new Map<string, { reason: RefusalReason; count: number }>();
  const refuse = (reason: RefusalReason) => {
    const key = JSON.stringify(reason);
    refused.set(key, { reason, count: (refused.get(key)?.count ?? 0) + 1 });
  };
  const unfillable = new Map<Unfillable, number>();
  let newer = 0;
  const { marketData } = snapshot.feed;
  const volatilityOf = quotedVolatilities(genuineOf(snapshot, checks.isGenuine), {
    now,
    spotOf: ({ priceFeed }) =>
      checks.oracleOf(priceFeed) ?? marketData[assetOfFeed(priceFeed) ?? ''],
    quoteSpotOf: checks.quoteSpotOf,
  });
  for (const [digest, entry] of snapshot.byDigest) {
    const leftOut = leftOutBy(digest, entry, now, checks);
    if (leftOut?.kind === 'newer') newer += 1;
    if (leftOut?.kind === 'refused') refuse(leftOut.reason);
    if (leftOut?.kind === 'unfillable')
      unfillable.set(leftOut.code, (unfillable.get(leftOut.code) ?? 0) + 1);
    if (leftOut !== undefined) continue;
    const row = orderRow(digest, entry, marketData, now, checks, volatilityOf);
    if (row === undefined) refuse(UNKNOWN_PRODUCT);
    else rows.push(row);
  }
  for (const { field } of snapshot.feed.problems) refuse({ kind: 'unreadableField', field });
  return {
    rows,
    refused: [...refused.values()],
    unfillable: [...unfillable].map(([code, count]) => ({ code, count })),
    newer,
    spot: spotPricesOfList(marketData, checks),
    feeds: feedViews(snapshot),
    ...(rows.length === 0
      ? {}
      : { lastEnd: rows.reduce((last, { quoteEnds }) => Math.max(last, quoteEnds), 0) }),
    at: snapshot.at,
  };
}

/**
 * Returns the list's prices. They come from the chain's price feeds, like the ticket's price. Until
 * these prices are read, the order feed's prices are used.
 */
export function spotPricesOfList(
  marketData: Readonly<Record<string, Price8>>,
  { oracleOf }: Pick<KnownChecks, 'oracleOf'>,
): OrdersView['spot'] {
  const reported = Object.entries(marketData).map(
    ([asset, price]) => [asset, { price: toNumber8(price), source: 'order feed' }] as const,
  );
  const read = PRICE_FEEDS.flatMap(({ asset, address }) => {
    const price = oracleOf(address);
    return price === undefined
      ? []
      : [[asset, { price: toNumber8(price), source: 'chain' }] as const];
  });
  return Object.fromEntries([...reported, ...read]);
}

/** Reason why an order has no row. */
export type LeftOut =
  /** The order failed a check, or has impossible values. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  /** The order is genuine, but the book would refuse it. */
  | { readonly kind: 'unfillable'; readonly code: Unfillable }
  /** This version doesn't know the order's book or option contract. */
  | { readonly kind: 'newer' };

/** Returns why an order has no row; `undefined` when it has passed all checks so far. */
export function leftOutBy(
  digest: string,
  entry: FeedEntry,
  now: UnixSeconds,
  checks: KnownChecks,
): LeftOut | undefined {
  const failed = checkTerms(entry, { now, leavesNonce: true }).filter(isFailed);
  const [first] = failed;
  if (first !== undefined) {
    return isOfNewerContract(entry, failed)
      ? { kind: 'newer' }
      : { kind: 'refused', reason: { kind: 'check', found: first } };
  }
  const absurdity = absurdityOf(entry.order, now);
  return absurdity === undefined
    ? slowlyLeftOutBy(digest, entry, checks)
    : { kind: 'refused', reason: { kind: 'absurd', what: absurdity } };
}

/** Returns true for an unknown book or an unknown option contract, unless the order has expired. */
function isOfNewerContract(
  { optionBookAddress }: FeedEntry,
  failed: readonly OrderCheck[],
): boolean {
  const names = new Set(failed.map(({ check }) => check));
  if (names.has('quote expiry') || names.has('option expiry')) return false;
  return (names.has('book') && !isRetiredBook(optionBookAddress)) || names.has('implementation');
}

function isFailed(check: OrderCheck): check is FailedCheck {
  return check.status === 'failed';
}

/** Returns why the slow checks omit the row, as far as they have run. */
function slowlyLeftOutBy(
  digest: string,
  entry: FeedEntry,
  checks: KnownChecks,
): LeftOut | undefined {
  const code = checks.unfillableOf(digest, entry);
  if (code === 'makerRole') return { kind: 'unfillable', code };
  if (checks.isGenuine(digest, entry) === false) {
    return { kind: 'refused', reason: FORGED };
  }
  return code === undefined ? undefined : { kind: 'unfillable', code };
}

function feedViews({ feeds }: Pick<FeedSnapshot, 'feeds'>): FeedView[] {
  return feeds.map(({ url, ...state }) => ({ name: hostOf(url), ...state }));
}

export const UNREAD_MAKER: MakerFacts = {
  filled: undefined,
  cutoff: undefined,
  balance: undefined,
  allowance: undefined,
};

const NOTHING_KNOWN: KnownChecks = {
  isGenuine: () => undefined,
  makerOf: () => UNREAD_MAKER,
  unfillableOf: () => undefined,
  oracleOf: () => undefined,
  quoteSpotOf: () => undefined,
};

/** Returns an order as a row; `undefined` when its product, token or underlying isn't known. */
export function orderRow(
  digest: string,
  entry: FeedEntry,
  marketData: Readonly<Record<string, Price8>>,
  now: UnixSeconds,
  checks: KnownChecks = NOTHING_KNOWN,
  volatilityOf: VolatilityLookup = () => undefined,
): OrderRow | undefined {
  const { order } = entry;
  const description = describeOrder(order);
  const { terms, collateral, asset } = description;
  if (terms === undefined || collateral === undefined || asset === undefined) return undefined;
  const { decimals, symbol } = collateral;
  const oracle = checks.oracleOf(order.priceFeed);
  const spot = oracle ?? marketData[asset];
  const quoteSpot = checks.quoteSpotOf(entry);
  const price = priceOrder({
    terms,
    price: order.price,
    expiry: order.expiry,
    now,
    spot,
    quoteSpot,
    feedGreeks: entry.greeks,
    // Several volatilities can explain a structure's price, so the expiry's volatility is used.
    volatility: order.strikes.length > 1 ? volatilityOf(order)?.volatility : undefined,
  });
  const isDollars = terms.product.isQuoteCollateral;
  const one = contracts(10n ** BigInt(decimals));
  const quote = quoteFill({ order, terms, contracts: one, decimals, spot });
  return {
    digest,
    maker: order.maker,
    asset,
    product: terms.product.name,
    structure: terms.product.label,
    side: description.takerSide,
    physical: terms.product.isPhysical,
    strikes: description.strikesAscending.map(toNumber8),
    expiry: order.expiry,
    quoteEnds: order.orderExpiryTimestamp,
    collateralSymbol: symbol,
    collateralDecimals: decimals,
    price: order.price,
    ...(price.premiumUsd === undefined ? {} : { priceUsd: price.premiumUsd }),
    maxPayout: maxPayoff({ terms, contracts: one }),
    ...(quote.side === 'sell' ? { maxLoss: quote.curve.maxLoss } : {}),
    ...(terms.product.isPhysical ? deliveryOf(order, terms, quote, collateral) : {}),
    ...edgeOf({ quote, terms, price, spot }),
    ...chanceOf({ quote, terms, price, spot, years: yearsBetween(now, order.expiry) }),
    // This yield includes a fee that depends on the oracle's price. The price isn't read yet.
    ...(quote.side === 'sell' && isDollars && oracle === undefined ? { isByFeed: true } : {}),
    ...availableOf(entry, description, spot, checks),
    ...(price.volatility === undefined ? {} : { impliedVolatility: modelFigure(price.volatility) }),
    ...(price.volatilityFrom === undefined ? {} : { volatilityFrom: price.volatilityFrom }),
    ...(entry.greeks === undefined ? {} : { feedVolatility: modelFigure(entry.greeks.iv) }),
    ...(quoteSpot === undefined ? {} : { quoteSpot: toNumber8(quoteSpot) }),
    ...(price.greeks === undefined ? {} : greeksOf(price.greeks, spot)),
    // A physical product has no cash payoff to draw.
    thumbnail: terms.product.isPhysical
      ? NO_OUTLINE
      : thumbnailOf(pictureOfCurve({ curve: quote.curve, strikes: terms.strikes, asset, spot })),
    isChecked: checks.isGenuine(digest, entry) === true,
  };
}

/**
 * Rounds to a hundredth of a percent. Most rows then stay equal between reads, and pages skip equal
 * rows.
 */
function modelFigure(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function greeksOf({ delta, gamma, vega, theta }: Greeks, spot: Price8 | undefined) {
  const twoDigits = (value: number) => Number(value.toPrecision(2));
  return {
    delta: modelFigure(delta),
    ...(spot === undefined ? {} : { gamma: modelFigure(gammaOfPercent(gamma, toNumber8(spot))) }),
    vega: twoDigits(vega),
    theta: twoDigits(theta),
  };
}

interface Figures {
  readonly quote: FillQuote;
  readonly terms: OptionTerms;
  readonly price: OrderPrice;
  readonly spot: Price8 | undefined;
}

/**
 * Returns leverage and highest return for a buyer, or the yield for a seller, in percent and
 * rounded down.
 */
function edgeOf({ quote, terms, price, spot }: Figures): Pick<OrderRow, 'edge' | 'maxReturn'> {
  if (quote.side === 'sell') {
    const bps = yieldBps(quote, terms);
    return bps === undefined ? {} : { edge: Number(bps) / 100 };
  }
  const { greeks, premiumUsd } = price;
  // An option that can't gain has no leverage. A physical option exchanges tokens.
  const canGain = !terms.product.isPhysical && quote.curve.maxProfit > 0n;
  const leverage = leverageOf({
    delta: canGain ? greeks?.delta : undefined,
    spot: spot === undefined ? undefined : toNumber8(spot),
    premiumUsd: premiumUsd === undefined ? undefined : toNumber8(premiumUsd),
  });
  const most = maxReturnHundredths(quote, terms);
  return {
    ...(leverage === undefined ? {} : { edge: modelFigure(leverage) }),
    ...(most === undefined ? {} : { maxReturn: Number(most) / 100 }),
  };
}

/**
 * Returns the chance of a profit; empty for a physical product, because its tokens' later value is
 * unknown.
 */
function chanceOf({
  quote,
  terms,
  price: { volatility },
  spot,
  years,
}: Figures & { readonly years: number }): Pick<OrderRow, 'profitChance'> {
  if (terms.product.isPhysical || volatility === undefined || spot === undefined) return {};
  const distribution = { spot: toNumber8(spot), years, volatility };
  return { profitChance: modelFigure(probabilityOfProfit(quote.curve, distribution)) };
}

/** Returns what the taker pays and receives at exercise, for one physical contract. */
function deliveryOf(
  order: Order,
  terms: OptionTerms,
  quote: FillQuote,
  { symbol, decimals }: Token,
): Pick<OrderRow, 'delivery'> {
  const token = deliveryToken(order);
  if (token === undefined) return {};
  const amount = requiredDelivery(terms, {
    contracts: contracts(10n ** BigInt(decimals)),
    collateralDecimals: decimals,
    deliveryDecimals: token.decimals,
  });
  const brought = { amount, symbol: token.symbol, decimals: token.decimals };
  const locked = { amount: quote.collateral, symbol, decimals };
  return {
    delivery:
      quote.side === 'buy'
        ? { given: brought, received: locked }
        : { given: locked, received: brought },
  };
}

/** Returns the size that the maker can pay for. Contracts and dollars are rounded down. */
export function availableOf(
  entry: FeedEntry,
  { terms, collateral }: OrderDescription,
  spot: Price8 | undefined,
  checks: Pick<KnownChecks, 'makerOf'>,
): Pick<OrderRow, 'available' | 'budgetUsd'> {
  // A feed can contain an entry without a price. The size that a budget covers is then undefined.
  if (terms === undefined || collateral === undefined || entry.order.price <= 0n) {
    return { available: contracts(0n) };
  }
  const { decimals } = collateral;
  const { order } = entry;
  const left = usableBudget(order, checks.makerOf(entry));
  const available = contractsForBudget({
    left,
    isMakerLong: order.isLong,
    price: order.price,
    terms,
    decimals,
  });
  const usd = usableDollars(order, left, spot);
  return {
    available,
    ...(usd === undefined ? {} : { budgetUsd: toNumber8(usd) }),
  };
}
