import { hash } from 'node:crypto';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import type { Random } from '../../../shared/ports.ts';

/** Returns the SHA-256 of bytes, or of text as UTF-8, in base64url (an OpaqueId). */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** Returns 32 random bytes as an OpaqueId. */
export function newOpaqueId(random: Random): string {
  return toBase64url(random.bytes(32));
}

/** Decodes base64url text (an OpaqueId or a CredentialId) that a schema has accepted. */
export function checkedBytes(id: string): Uint8Array {
  const bytes = fromBase64url(id);
  if (bytes === undefined) throw new TypeError('base64url that no schema has checked');
  return bytes;
}
