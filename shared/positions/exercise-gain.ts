import type { Address } from 'viem';
import type { Token } from '../chain/deployments.ts';
import { worthOf } from '../chain/tokens.ts';
import { ONE_8, type Price8 } from '../units.ts';

/** Converts base units to dollars with 8 decimals. Undefined without a price. */
export function dollarsOfSum(
  units: bigint,
  { asset, decimals }: { readonly asset: string; readonly decimals: number },
  spotOf: (asset: string) => Price8 | undefined,
): bigint | undefined {
  const price = asset === 'USD' ? ONE_8 : spotOf(asset);
  return price && (units * price) / 10n ** BigInt(decimals);
}

interface TokenSum {
  readonly token: Address;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * Returns the gain of exercising a physical option at current prices, in dollars with 8 decimals.
 * Negative for a loss, undefined without a price.
 */
export function exerciseGain(
  { delivered, received }: { readonly delivered: TokenSum; readonly received: TokenSum },
  known: {
    readonly tokenAt: (address: Address) => Token | undefined;
    readonly spotOf: (asset: string) => Price8 | undefined;
  },
): bigint | undefined {
  const [given, gotten] = [delivered, received].map(({ token: address, amount }) => {
    const token = known.tokenAt(address);
    const asset = token && worthOf(token);
    if (token === undefined || asset === undefined) return undefined;
    return dollarsOfSum(amount, { ...token, asset }, known.spotOf);
  });
  return given === undefined || gotten === undefined ? undefined : gotten - given;
}
