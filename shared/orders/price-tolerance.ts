/** A newer quote of the same maker may be worse by this many basis points without new consent. */
const PRICE_TOLERANCE_BPS = 50n;

const WHOLE_BPS = 10_000n;

/**
 * Returns true when the taker's price per contract is at least as good as the agreed price, or
 * worse by at most the tolerance. Both prices need the same decimals. Doesn't round.
 */
export function isWithinTolerance(options: {
  side: 'buy' | 'sell';
  agreed: bigint;
  price: bigint;
}): boolean {
  const { side, agreed, price } = options;
  return side === 'buy'
    ? price * WHOLE_BPS <= agreed * (WHOLE_BPS + PRICE_TOLERANCE_BPS)
    : price * WHOLE_BPS >= agreed * (WHOLE_BPS - PRICE_TOLERANCE_BPS);
}
