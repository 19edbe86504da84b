import { type TokenAmount, tokenAmount } from '../units.ts';
import { floorDivide } from './rounding.ts';

/**
 * Amounts of the lending pool's receipts, exact to the unit. A receipt stores a scaled balance. The
 * index that multiplies it (27 decimals, at least 1) grows every second. Source: TokenMath.sol of
 * aave-v3-origin.
 */
const RAY = 10n ** 27n;

const ceilDivide = (numerator: bigint, denominator: bigint) =>
  -floorDivide(-numerator, denominator);

/** Returns the scaled balance that supplying an amount adds. */
export const scaledSupply = (amount: TokenAmount, index: bigint): bigint =>
  floorDivide(amount * RAY, index);

/** Returns the scaled balance that a transfer moves or a withdrawal burns. */
export const scaledLoss = (amount: TokenAmount, index: bigint): bigint =>
  ceilDivide(amount * RAY, index);

/** Converts a scaled balance to the visible balance. */
export const balanceOfScaled = (scaled: bigint, index: bigint): TokenAmount =>
  tokenAmount(floorDivide(scaled * index, RAY));

/** Maximum units that supplying loses to rounding, at any index below 2. */
export const lostBySupply = 2n;

/** Returns the amount to supply so that the receipts grow by at least `missing`. */
export const supplyFor = (missing: TokenAmount): TokenAmount => tokenAmount(missing + lostBySupply);
