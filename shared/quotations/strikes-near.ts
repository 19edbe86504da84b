import type { ProductName } from '../chain/implementations.ts';
import { product } from '../orders/products.ts';
import { type Price8, price8 } from '../units.ts';

/** Distance between strikes in percent of the price, before it is rounded down to 1, 2 or 5. */
const GAP_PERCENT = 2n;

/** Returns the distances of a product's strikes from the price, in steps. */
function placesOf(name: ProductName): readonly bigint[] {
  const { strikeCount, isCall } = product(name);
  switch (strikeCount) {
    case 1:
      return [0n];
    case 2:
      return isCall === false ? [-1n, 0n] : [0n, 1n];
    case 3:
      return [-1n, 0n, 1n];
    case 4:
      return [-2n, -1n, 1n, 2n];
  }
}

/** Returns round strikes of a product around a price, ascending, as a first proposal. */
export function strikesNear(name: ProductName, spot: Price8): readonly Price8[] {
  const step = roundStep((spot * GAP_PERCENT) / 100n);
  const middle = (spot + step / 2n) / step;
  return placesOf(name).map((place) => price8((middle + place) * step));
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundStep(size: bigint): bigint {
  const power = 10n ** BigInt(Math.max(0, size.toString().length - 1));
  const [first = 1n] = [5n, 2n].filter((times) => times * power <= size);
  return first * power;
}
