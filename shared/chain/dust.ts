export const COIN_DECIMALS = 18;
/** Dust is less than a millionth of a coin or of a token with many decimals. */
const DUST_DECIMALS = 6;
/** One cent of a dollar token, which has 6 decimals or fewer. */
const DUST_OF_FEW_DECIMALS = 10_000n;

/** Returns true for worthless amounts of a coin or a listed token, in base units. */
export function isDust(amount: bigint, decimals: number): boolean {
  const least =
    decimals <= DUST_DECIMALS ? DUST_OF_FEW_DECIMALS : 10n ** BigInt(decimals - DUST_DECIMALS);
  return amount < least;
}
