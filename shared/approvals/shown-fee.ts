/** Decimals of the coin that a fee is shown with, and what is below the last of them. */
export const FEE_DECIMALS = 8;
const LAST_SHOWN = 10n ** BigInt(18 - FEE_DECIMALS);

/** Returns a fee in wei, rounded up to the last decimal that is shown: it never costs more than it reads. */
export function shownFee(wei: bigint): bigint {
  return ((wei + LAST_SHOWN - 1n) / LAST_SHOWN) * LAST_SHOWN;
}
