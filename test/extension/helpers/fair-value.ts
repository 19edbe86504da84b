import type {
  ModelEstimate,
  ModelValue,
} from '../../../entrypoints/background/market/model-value.ts';
import { MIN_MAKERS } from '../../../shared/orders/market-volatility.ts';
import { premiumOf } from '../../../shared/orders/sizing.ts';
import { tokenAmount } from '../../../shared/units.ts';

/** A value that enough makers agree on. */
export const estimateOf = (value: bigint): ModelEstimate => ({
  value: tokenAmount(value),
  most: tokenAmount(value),
  makers: MIN_MAKERS,
});

/** Values each order at its own price, as if enough makers quoted that price. */
export const fairValue: ModelValue = async ({ price, numContracts }) =>
  estimateOf(premiumOf(price, numContracts));
