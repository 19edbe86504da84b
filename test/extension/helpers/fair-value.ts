import type { ModelValue } from '../../../entrypoints/background/orders/model-value.ts';
import { MIN_MAKERS } from '../../../shared/orders/market-volatility.ts';
import { premiumOf } from '../../../shared/orders/sizing.ts';

/** Values each order at its own price, as if enough makers quoted it. */
export const fairValue: ModelValue = async ({ price, numContracts }) => ({
  value: premiumOf(price, numContracts),
  makers: MIN_MAKERS,
});
