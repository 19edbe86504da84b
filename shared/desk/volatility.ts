import type { ListedSpot, OrderRow } from '../messages/market.ts';
import {
  type MarketVolatility,
  marketVolatility,
  type VolatilityQuote,
} from '../orders/market-volatility.ts';
import { dollarsOf, impliedBy, yearsBetween } from '../orders/price.ts';
import { toWhole, type UnixSeconds, unixSeconds } from '../units.ts';
import type { ExpiryChain, StrikeRow } from './chain.ts';
import { offerOf } from './offer.ts';

/** Annual volatilities of one quote, as fractions. */
export interface QuoteVolatility {
  /** The volatility that the signed price implies, by the wallet's own calculation. */
  readonly implied: number | undefined;
  /** The unsigned volatility that the feed publishes with the quote. */
  readonly reported: number | undefined;
}

interface Market {
  readonly spot: ListedSpot | undefined;
  readonly now: UnixSeconds;
}

/**
 * Returns the implied and the reported volatility of a quote, at the asset's price when it was
 * quoted. Few structures imply a volatility: see `structureVolatility`.
 */
export function volatilitiesOf(row: OrderRow, { spot, now }: Market): QuoteVolatility {
  const { quoteSpot, feedVolatility: reported } = row;
  const offer = offerOf(row, spot && { ...spot, price: quoteSpot ?? spot.price });
  if (offer === undefined) return { implied: undefined, reported };
  const { terms, order } = offer;
  const premium = dollarsOf(terms, order.price, offer.spot);
  const years = yearsBetween(now, unixSeconds(row.expiry));
  return { implied: impliedBy(terms, premium, offer.spot, years), reported };
}

/**
 * Returns the volatility on which an asset's makers agree for an expiry, near an option's strikes.
 * Uses live quotes that have one strike and a checked signature.
 * @param option.strikes dollars
 */
export function agreedVolatility(
  rows: readonly OrderRow[],
  option: {
    readonly asset: string;
    readonly expiry: number;
    readonly strikes: readonly number[];
  },
  market: Market,
): MarketVolatility | undefined {
  const quotes = rows.flatMap((row): VolatilityQuote[] => {
    const [strike, ...others] = row.strikes;
    const isOf = row.isChecked && row.asset === option.asset && row.expiry === option.expiry;
    if (!isOf || strike === undefined || others.length > 0) return [];
    return [
      {
        maker: row.maker.toLowerCase(),
        // The taker of a bid sells.
        isBid: row.side === 'sell',
        strike,
        size: toWhole(row.available, row.collateralDecimals),
        volatility: () => volatilitiesOf(row, market).implied,
      },
    ];
  });
  const middle = option.strikes.reduce((sum, strike) => sum + strike, 0) / option.strikes.length;
  return marketVolatility(quotes, middle);
}

/** Volatilities at one strike, as fractions. */
export interface SmilePoint {
  /** Dollars. */
  readonly strike: number;
  readonly kind: 'call' | 'put';
  /** Implied by the best bid and the best ask. */
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  /** Mean of bid and ask. Without a bid, the ask; without an ask, the bid. */
  readonly middle: number;
  /** The feed's volatility for the best ask; without an ask, for the best bid. */
  readonly reported: number | undefined;
}

/**
 * Returns the smile of one expiry, ascending by strike. Each strike uses its quote out of the
 * money, whose price is all time value; without such a quote, it uses the quote in the money. Uses
 * only quotes with a checked signature.
 */
export function smileOf(chain: ExpiryChain, market: Market): readonly SmilePoint[] {
  const { spot } = market;
  if (spot === undefined) return [];
  return chain.strikes.flatMap((row) => {
    const kinds = row.strike < spot.price ? (['put', 'call'] as const) : (['call', 'put'] as const);
    return pointOf(row, kinds[0], market) ?? pointOf(row, kinds[1], market) ?? [];
  });
}

function pointOf(row: StrikeRow, kind: SmilePoint['kind'], market: Market): SmilePoint | undefined {
  const { bids, asks } = kind === 'call' ? row.calls : row.puts;
  const best = (quotes: readonly OrderRow[]) => {
    const quote = quotes.find(({ isChecked }) => isChecked);
    return quote && volatilitiesOf(quote, market);
  };
  const [bid, ask] = [best(bids), best(asks)];
  const known = [bid?.implied, ask?.implied].filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  return {
    strike: row.strike,
    kind,
    bid: bid?.implied,
    ask: ask?.implied,
    middle: known.reduce((sum, one) => sum + one, 0) / known.length,
    reported: ask?.reported ?? bid?.reported,
  };
}

/** Share of the spot price within which a single strike is treated as at the money. */
const NEAR = 0.1;

/**
 * Returns a smile's volatility at the money: interpolated between the strikes around the spot
 * price, or the volatility of a single neighbour within 10 %. Undefined without such strikes.
 */
export function atTheMoney(smile: readonly SmilePoint[], spot: number): number | undefined {
  const below = smile.findLast(({ strike }) => strike <= spot);
  const above = smile.find(({ strike }) => strike >= spot);
  if (below !== undefined && above !== undefined) {
    const run = above.strike - below.strike;
    const share = run === 0 ? 0 : (spot - below.strike) / run;
    return below.middle + share * (above.middle - below.middle);
  }
  const only = below ?? above;
  return only !== undefined && Math.abs(only.strike - spot) <= NEAR * spot
    ? only.middle
    : undefined;
}

/** Returns the known volatilities at the money of an asset's expiries, ascending. */
export function termStructure(
  chains: readonly ExpiryChain[],
  market: Market,
): readonly { readonly expiry: number; readonly volatility: number }[] {
  const { spot } = market;
  if (spot === undefined) return [];
  return chains.flatMap((chain) => {
    const volatility = atTheMoney(smileOf(chain, market), spot.price);
    return volatility === undefined ? [] : [{ expiry: chain.expiry, volatility }];
  });
}
