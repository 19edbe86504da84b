import type { Address } from 'viem';

const FORM = /^0x[0-9a-fA-F]{40}$/;

/**
 * True for an address in any letter case. Runs before viem's `isAddress` and `getAddress`, which
 * cache their last 8,192 arguments: a typed secret or a page's text must not get there (vault rule 14).
 */
export function hasAddressForm(text: string): text is Address {
  return FORM.test(text);
}
