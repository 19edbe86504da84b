import type { Address } from 'viem';
import type { Token } from '../chain/deployments.ts';
import { worthOf } from '../chain/tokens.ts';
import { ONE_8, type Price8 } from '../units.ts';

interface TokenSum {
  readonly token: Address;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * Returns what exercising a physical option gains at the current prices, in dollars with 8 decimals:
 * negative for a loss, undefined without a price.
 */
export function exerciseGain(
  { delivered, received }: { readonly delivered: TokenSum; readonly received: TokenSum },
  known: {
    readonly tokenAt: (address: Address) => Token | undefined;
    readonly spotOf: (asset: string) => Price8 | undefined;
  },
): bigint | undefined {
  const dollarsOf = ({ token: address, amount }: TokenSum): bigint | undefined => {
    const token = known.tokenAt(address);
    const asset = token && worthOf(token);
    if (token === undefined || asset === undefined) return undefined;
    const price = asset === 'USD' ? ONE_8 : known.spotOf(asset);
    return price && (amount * price) / 10n ** BigInt(token.decimals);
  };
  const [given, gotten] = [dollarsOf(delivered), dollarsOf(received)];
  return given === undefined || gotten === undefined ? undefined : gotten - given;
}
