import type { ProductName } from '../chain/implementations.ts';

/** Text keys of the products. */
export const PRODUCT_TEXTS = {
  PUT: 'products.PUT',
  INVERSE_CALL: 'products.INVERSE_CALL',
  LINEAR_CALL: 'products.LINEAR_CALL',
  CALL_SPREAD: 'products.CALL_SPREAD',
  PUT_SPREAD: 'products.PUT_SPREAD',
  INVERSE_CALL_SPREAD: 'products.INVERSE_CALL_SPREAD',
  CALL_FLY: 'products.CALL_FLY',
  PUT_FLY: 'products.PUT_FLY',
  CALL_CONDOR: 'products.CALL_CONDOR',
  PUT_CONDOR: 'products.PUT_CONDOR',
  IRON_CONDOR: 'products.IRON_CONDOR',
  RANGER: 'products.RANGER',
  PHYSICAL_CALL: 'products.PHYSICAL_CALL',
  PHYSICAL_PUT: 'products.PHYSICAL_PUT',
  CALL_LOAN: 'products.CALL_LOAN',
} as const satisfies Readonly<Record<ProductName, string>>;
