import type { Address } from 'viem';

const FORM = /^0x[0-9a-fA-F]{40}$/;

/**
 * Returns true for an address in any letter case. Use it before viem's `isAddress` and
 * `getAddress`, which cache their last 8,192 arguments, so that typed secrets and page texts don't
 * get into those caches (vault rule 14).
 */
export function hasAddressForm(text: string): text is Address {
  return FORM.test(text);
}
