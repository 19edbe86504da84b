import type { FillQuote } from './quote.ts';
import type { OptionTerms } from './terms.ts';

const BPS = 10_000n;
const YEAR_SECONDS = 365n * 86_400n;

/**
 * The most that a buyer is paid for each unit of premium, in hundredths, rounded down. Undefined for
 * sellers, where rounding leaves no premium, for an order that brings no gain at any price (a leverage
 * would praise it), and for a physical product, whose buyer is given tokens against others.
 */
export function leverageHundredths(quote: FillQuote, { product }: OptionTerms): bigint | undefined {
  const { side, premium, maxPayoff, curve } = quote;
  const isTelling = !product.isPhysical && curve.maxProfit > 0n;
  if (side === 'sell' || premium === 0n || !isTelling) return undefined;
  return (maxPayoff * 100n) / premium;
}

/**
 * A seller's net premium over the collateral that he locks, in basis points, rounded down. Undefined
 * for buyers, and for an order that brings no gain at any price.
 */
export function yieldBps(quote: FillQuote, { product }: OptionTerms): bigint | undefined {
  const { side, receives, collateral, curve } = quote;
  const isTelling = product.isPhysical || curve.maxProfit > 0n;
  if (side === 'buy' || collateral === 0n || !isTelling) return undefined;
  return (receives * BPS) / collateral;
}

/**
 * Returns a yield until expiry as a simple yearly one: yield × (365 days ÷ time left), without
 * compounding, in basis points rounded down. Undefined once the option has expired.
 */
export function yieldPerYearBps(yieldUntilExpiry: bigint, secondsLeft: number): bigint | undefined {
  const left = BigInt(Math.floor(secondsLeft));
  return left > 0n ? (yieldUntilExpiry * YEAR_SECONDS) / left : undefined;
}

/** Returns the fee's share of the premium in basis points, rounded up; undefined without a premium. */
export function feeShareBps({ fee, premium }: Pick<FillQuote, 'fee' | 'premium'>) {
  return premium === 0n ? undefined : (fee * BPS + premium - 1n) / premium;
}
