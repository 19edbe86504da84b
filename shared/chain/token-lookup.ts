import { getAddress } from 'viem';
import { hasAddressForm } from './address-form.ts';

/** Most decimals that amounts are shown with. */
export const MAX_TOKEN_DECIMALS = 36;

/** What was found at an address that the user wants to watch as a token. */
export type TokenLookup =
  | {
      readonly kind: 'token';
      /** The contract's own words; a contract calls itself what it likes. */
      readonly name?: string;
      readonly symbol: string;
      readonly decimals: number;
    }
  /** `shown`: built in or watched already. */
  | { readonly kind: 'shown' | 'no contract' | 'no token' | 'bad symbol' | 'bad decimals' };

/** What is wrong with a typed address; undefined for one that can be looked up. */
export function tokenAddressProblem(text: string): 'form' | 'checksum' | undefined {
  if (!hasAddressForm(text)) return 'form';
  const digits = text.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || getAddress(`0x${digits.toLowerCase()}`) === text ? undefined : 'checksum';
}
