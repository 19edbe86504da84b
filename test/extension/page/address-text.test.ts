import { expect, it } from 'vitest';
import { addressText } from '../../../components/texts/address-text.ts';

it('writes an address of the indexer with its checksum, like addresses of the vault', () => {
  const exact = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(addressText(exact.toLowerCase())).toEqual({ text: '0x5aAe…eAed', exact });
  expect(addressText(exact)).toEqual({ text: '0x5aAe…eAed', exact });
});
