/** Higher implied volatilities are treated as mispriced quotes. A fraction per year. */
export const MAX_VOLATILITY = 3;
/** Volatilities further from the middle than this factor are treated as mispriced. */
export const MAX_FACTOR = 2.5;
/**
 * Number of quotes that determine a maker's middle: solving all quotes of a large feed would take
 * too long.
 */
const SAMPLED = 31;
/** Makers that vote; those with the largest quotes. */
const MAX_MAKERS = 64;
/**
 * Minimum number of makers. With fewer, a single maker could decide the value: it is shown, but not
 * used for suggestions.
 */
export const MIN_MAKERS = 3;
/** Half of the distance of bid and ask, assumed while an expiry has quotes of one side alone. */
const ASSUMED_HALF_SPREAD = 0.05;

/** A live one-strike quote with a checked signature, of one asset and expiry. */
export interface VolatilityQuote {
  /** Address in lower case. */
  readonly maker: string;
  /** The maker buys. */
  readonly isBid: boolean;
  /** Dollars. */
  readonly strike: number;
  /** The maker's budget, in any unit that all quotes share. */
  readonly size: number;
  /** Implied by the signed price; solved when it is first needed. */
  readonly volatility: () => number | undefined;
}

export interface MarketVolatility {
  /** A fraction per year. */
  readonly volatility: number;
  /** Makers whose quotes agree with it. */
  readonly makers: number;
  /** Between the volatilities at which makers buy and sell. */
  readonly middle: number;
  /** From 0 to 1: makers buy and sell at this share of `middle` below and above it. */
  readonly halfSpread: number;
  /** Makers quote one side alone. */
  readonly isSpreadAssumed: boolean;
}

/** The volatility of one maker. */
interface Vote {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  readonly size: number;
}

/**
 * Returns the volatility that the makers of an expiry agree on near a strike; undefined without a
 * plausible quote. Anybody can sign a quote whose price makes no sense, and needs no money for it.
 * So each maker has one vote, weighted by size up to the middle size; the median counts, and votes
 * far from it don't. Bids and asks are counted separately when both have enough makers.
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

/** Returns the spread of a market with at least one side; crossed sides have none. */
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

/** Returns the weighted median; a larger size counts as the middle one. */
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

/** Returns the volatility of one maker's nearest quote that agrees with its other quotes. */
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

/** Returns the median of plausible volatilities; of many quotes, of some that are spread evenly. */
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
