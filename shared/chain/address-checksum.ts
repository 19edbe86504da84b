import { type Address, getAddress } from 'viem';
import { hasAddressForm } from './address-form.ts';

/**
 * Returns the problem of a typed address, if any. Addresses in one letter case have no checksum.
 */
export function typedAddressProblem(text: string): 'form' | 'checksum' | undefined {
  if (!hasAddressForm(text)) return 'form';
  const digits = text.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || checksummed(text) === text ? undefined : 'checksum';
}

/** Returns an address in any letter case with its checksum (EIP-55). */
export function checksummed(address: Address): Address {
  return getAddress(`0x${address.slice(2).toLowerCase()}`);
}
