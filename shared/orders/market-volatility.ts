/** Quotes with a higher implied volatility (fraction per year) are ignored as mispriced. */
export const MAX_VOLATILITY = 3;
/** A quote is ignored if its volatility differs from the middle by more than this factor. */
export const MAX_FACTOR = 2.5;
/**
 * Number of quotes that determine a maker's middle volatility. Solving all quotes of a large feed
 * would take too long.
 */
const SAMPLED = 31;
/** Maximum number of makers that vote. The makers with the largest quotes are chosen. */
const MAX_MAKERS = 64;
/**
 * Minimum number of makers. With fewer makers, one maker could decide the value, so the value is
 * shown but not used for suggestions.
 */
export const MIN_MAKERS = 3;
/**
 * Half spread that is assumed if an expiry has only bids or only asks, as a share of the middle.
 */
const ASSUMED_HALF_SPREAD = 0.05;

/**
 * A one-strike quote that can still be filled, for one asset and expiry. Its signature was
 * verified.
 */
export interface VolatilityQuote {
  /** Address in lower case. */
  readonly maker: string;
  /** True if the maker buys. */
  readonly isBid: boolean;
  /** Dollars. */
  readonly strike: number;
  /** The maker's budget, in a unit that all quotes share. */
  readonly size: number;
  /** Returns the volatility that the signed price implies, computed when first needed. */
  readonly volatility: () => number | undefined;
}

export interface MarketVolatility {
  /** A fraction per year. */
  readonly volatility: number;
  readonly makers: number;
  /** Middle of the volatilities at which makers buy and sell. */
  readonly middle: number;
  /**
   * From 0 to 1. Makers buy at `middle × (1 - halfSpread)` and sell at `middle × (1 + halfSpread)`.
   */
  readonly halfSpread: number;
  /** True if makers quote only bids or only asks. */
  readonly isSpreadAssumed: boolean;
}

interface Vote {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  readonly size: number;
}

/**
 * Returns the volatility near a strike on which the makers of an expiry agree; undefined without a
 * plausible quote. Anyone can sign a quote with an absurd price and no money, so each maker has one
 * vote, weighted by size up to the median size. The result is the median vote. Votes far from the
 * median are ignored. Bids and asks vote separately if both have enough makers.
 * @param quotes of one asset and expiry, with checked signatures
 * @param strike dollars
 */
export function marketVolatility(
  quotes: readonly VolatilityQuote[],
  strike: number,
): MarketVolatility | undefined {
  const byMaker = [...Map.groupBy(quotes, ({ maker }) => maker).values()].toSorted(
    (a, b) => sizeOf(b) - sizeOf(a),
  );
  const votes = byMaker.slice(0, MAX_MAKERS).flatMap((own): Vote[] => {
    const bid = nearest(
      own.filter(({ isBid }) => isBid),
      strike,
    );
    const ask = nearest(
      own.filter(({ isBid }) => !isBid),
      strike,
    );
    return bid === undefined && ask === undefined ? [] : [{ bid, ask, size: sizeOf(own) }];
  });
  const middle = medianOf(votes, both);
  if (middle === undefined) return undefined;
  const isNear = (one: number | undefined) =>
    one !== undefined && one >= middle / MAX_FACTOR && one <= middle * MAX_FACTOR;
  const agreeing = votes.filter((vote) => isNear(both(vote)));
  const [bids, asks] = [
    agreeing.filter(({ bid }) => isNear(bid)),
    agreeing.filter(({ ask }) => isNear(ask)),
  ];
  const [bid, ask] = [medianOf(bids, (vote) => vote.bid), medianOf(asks, (vote) => vote.ask)];
  const areMany = bids.length >= MIN_MAKERS && asks.length >= MIN_MAKERS;
  const volatility =
    areMany && bid !== undefined && ask !== undefined
      ? meanOf([bid, ask])
      : (medianOf(agreeing, both) ?? middle);
  return { volatility, makers: agreeing.length, ...spreadOf(bid, ask, volatility) };
}

/**
 * Returns middle and half spread of a market with bids, asks or both. The half spread is 0 if the
 * bid is above the ask.
 */
function spreadOf(bid: number | undefined, ask: number | undefined, volatility: number) {
  if (bid !== undefined && ask !== undefined) {
    const middle = meanOf([bid, ask]);
    const halfSpread = Math.max(0, ask - bid) / (ask + bid);
    return { middle, halfSpread, isSpreadAssumed: false };
  }
  const share = bid === undefined ? 1 + ASSUMED_HALF_SPREAD : 1 - ASSUMED_HALF_SPREAD;
  const middle = (bid ?? ask ?? volatility) / share;
  return { middle, halfSpread: ASSUMED_HALF_SPREAD, isSpreadAssumed: true };
}

const sizeOf = (quotes: readonly VolatilityQuote[]) => Math.max(...quotes.map(({ size }) => size));

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function both({ bid, ask }: Vote): number | undefined {
  const known = [bid, ask].filter((one) => one !== undefined);
  return known.length === 0 ? undefined : meanOf(known);
}

/** Returns the weighted median. A size above the median size has the weight of the median size. */
function medianOf(
  votes: readonly Vote[],
  volatilityOf: (vote: Vote) => number | undefined,
): number | undefined {
  const sizes = votes.map(({ size }) => size).sort((a, b) => a - b);
  const cap = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  const weighted = votes
    .flatMap((vote) => {
      const volatility = volatilityOf(vote);
      return volatility === undefined ? [] : [{ volatility, weight: Math.min(vote.size, cap) }];
    })
    .sort((a, b) => a.volatility - b.volatility);
  const half = weighted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  return weighted.find(({ weight }) => {
    sum += weight;
    return sum >= half;
  })?.volatility;
}

/** Returns the volatility of a maker's nearest quote that agrees with its other quotes. */
function nearest(quotes: readonly VolatilityQuote[], strike: number): number | undefined {
  if (quotes.length === 0) return undefined;
  const middle = plausibleMiddle(quotes);
  const byDistance = quotes.toSorted(
    (a, b) => Math.abs(a.strike - strike) - Math.abs(b.strike - strike),
  );
  for (const quote of byDistance) {
    const found = quote.volatility();
    if (found === undefined || found > MAX_VOLATILITY) continue;
    if (found >= middle / MAX_FACTOR && found <= middle * MAX_FACTOR) return found;
  }
  return undefined;
}

/**
 * Returns the median of plausible volatilities. If there are many quotes, uses an even sample of
 * them.
 */
function plausibleMiddle(quotes: readonly VolatilityQuote[]): number {
  const step = Math.max(1, Math.ceil(quotes.length / SAMPLED));
  const found = quotes
    .toSorted((a, b) => a.strike - b.strike)
    .filter((_, i) => i % step === 0)
    .map((quote) => quote.volatility() ?? Number.POSITIVE_INFINITY)
    .filter((volatility) => volatility <= MAX_VOLATILITY)
    .sort((a, b) => a - b);
  return found[Math.floor(found.length / 2)] ?? 0;
}
