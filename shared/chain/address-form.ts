import { type Address, getAddress } from 'viem';

const FORM = /^0x[0-9a-fA-F]{40}$/;

/**
 * Returns true for an address in any letter case. Use it before viem's `isAddress` and
 * `getAddress`, which cache their last 8,192 arguments: typed secrets and page texts must not get
 * there (vault rule 14).
 */
export function hasAddressForm(text: string): text is Address {
  return FORM.test(text);
}

/**
 * Returns the problem of a typed address; undefined if there is none. Addresses in one letter case
 * have no checksum.
 */
export function typedAddressProblem(text: string): 'form' | 'checksum' | undefined {
  if (!hasAddressForm(text)) return 'form';
  const digits = text.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || checksummed(text) === text ? undefined : 'checksum';
}

/** Returns an address with its checksum (EIP-55), whatever its letter case. */
export function checksummed(address: Address): Address {
  return getAddress(`0x${address.slice(2).toLowerCase()}`);
}
