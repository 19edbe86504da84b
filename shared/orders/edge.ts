import type { FillQuote } from './quote.ts';
import type { OptionTerms } from './terms.ts';

const BPS = 10_000n;
const YEAR_SECONDS = 365n * 86_400n;

/**
 * Returns the maximum payoff per unit of premium, in hundredths, rounded down. Undefined for
 * sellers, for a premium that rounds to zero, for an order without a gain at any price, and for
 * options without a cap (a put's highest payoff needs a price of zero).
 */
export function maxReturnHundredths(
  quote: FillQuote,
  { legs }: Pick<OptionTerms, 'legs'>,
): bigint | undefined {
  const { side, premium, maxPayoff, curve } = quote;
  const isCapped = legs.length > 1;
  if (side === 'sell' || premium === 0n || !isCapped || curve.maxProfit <= 0n) return undefined;
  return (maxPayoff * 100n) / premium;
}

/**
 * Returns a buyer's leverage, delta × spot ÷ premium: the percentage by which the option's value
 * changes if the spot price changes by one percent. Undefined without a delta or a premium.
 * @param premiumUsd per contract, in dollars
 */
export function leverageOf(input: {
  readonly delta: number | undefined;
  readonly spot: number | undefined;
  readonly premiumUsd: number | undefined;
}): number | undefined {
  const { delta, spot, premiumUsd } = input;
  if (delta === undefined || spot === undefined || premiumUsd === undefined) return undefined;
  const leverage = Math.abs(delta * spot) / premiumUsd;
  return premiumUsd > 0 && Number.isFinite(leverage) ? leverage : undefined;
}

/**
 * Returns a seller's net premium in basis points of the locked collateral, rounded down. Undefined
 * for buyers, and for an order without a gain at any price.
 */
export function yieldBps(quote: FillQuote, { product }: OptionTerms): bigint | undefined {
  const { side, receives, collateral, curve } = quote;
  const isTelling = product.isPhysical || curve.maxProfit > 0n;
  if (side === 'buy' || collateral === 0n || !isTelling) return undefined;
  return (receives * BPS) / collateral;
}

/**
 * Returns a seller's yield as a simple annual yield without compounding: net premium ÷ collateral ×
 * (365 days ÷ time left), in basis points, rounded down once. Undefined after expiry, and whenever
 * `yieldBps` is undefined.
 */
export function yieldPerYearBps(
  quote: FillQuote,
  terms: OptionTerms,
  secondsLeft: number,
): bigint | undefined {
  const left = BigInt(Math.floor(secondsLeft));
  if (left <= 0n || yieldBps(quote, terms) === undefined) return undefined;
  return (quote.receives * BPS * YEAR_SECONDS) / (quote.collateral * left);
}

/** Returns the fee's share of the premium in basis points, rounded up; undefined without a premium. */
export function feeShareBps({ fee, premium }: Pick<FillQuote, 'fee' | 'premium'>) {
  return premium === 0n ? undefined : (fee * BPS + premium - 1n) / premium;
}
