import { getAddress } from 'viem';
import { hasAddressForm } from './address-form.ts';

/** Maximum decimals of shown amounts. */
export const MAX_TOKEN_DECIMALS = 36;

/** The contract found at an address that the user wants to watch as a token. */
export type TokenLookup =
  | {
      readonly kind: 'token';
      /** The contract's own words; a contract may use any name. */
      readonly name?: string;
      readonly symbol: string;
      readonly decimals: number;
    }
  /** `shown`: built in, or already watched. */
  | { readonly kind: 'shown' | 'no contract' | 'no token' | 'bad symbol' | 'bad decimals' };

/** Returns the problem of a typed address; undefined if it can be looked up. */
export function tokenAddressProblem(text: string): 'form' | 'checksum' | undefined {
  if (!hasAddressForm(text)) return 'form';
  const digits = text.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || getAddress(`0x${digits.toLowerCase()}`) === text ? undefined : 'checksum';
}
