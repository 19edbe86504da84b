import { fromBase64url, toHex } from '../../../shared/bytes.ts';

/** Vault reference 3.7: the first 40 bits of the digest, as hex in two groups. */
export function checkCode(digest: string): string {
  const hex = toHex((fromBase64url(digest) ?? new Uint8Array()).subarray(0, 5)).slice(2);
  return `${hex.slice(0, 5)}-${hex.slice(5)}`;
}
