import { checksummed } from '../../shared/chain/address-checksum.ts';
import { hasAddressForm } from '../../shared/chain/address-form.ts';
import { shortAddress } from '../../shared/format.ts';

/** Returns an address in any letter case with its checksum: in short, and in full. */
export function addressText(address: string): { text: string; exact: string } {
  const exact = hasAddressForm(address) ? checksummed(address) : address;
  return { text: shortAddress(exact), exact };
}
