/** Number of decimals with which fees are shown. */
export const FEE_DECIMALS = 8;
const LAST_SHOWN = 10n ** BigInt(18 - FEE_DECIMALS);

/**
 * Returns a fee in wei, rounded up to the last shown decimal. The fee thus never exceeds the amount
 * that is shown.
 */
export function shownFee(wei: bigint): bigint {
  return ((wei + LAST_SHOWN - 1n) / LAST_SHOWN) * LAST_SHOWN;
}
