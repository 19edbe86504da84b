import { hash } from 'node:crypto';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import type { Random } from '../../../shared/ports.ts';

/** SHA-256 of the UTF-8 text or the bytes, base64url: an OpaqueId. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** 32 fresh random bytes as an OpaqueId. */
export function newOpaqueId(random: Random): string {
  return toBase64url(random.bytes(32));
}

/** The bytes of a base64url text (an OpaqueId, a CredentialId) that a schema has already accepted. */
export function checkedBytes(id: string): Uint8Array {
  const bytes = fromBase64url(id);
  if (bytes === undefined) throw new TypeError('base64url that no schema has checked');
  return bytes;
}
