import { hash } from 'node:crypto';

/** Returns the SHA-256 of the rpId: the first 32 bytes of its authenticator data. */
export function relyingPartyHash(rpId: string): Uint8Array {
  return hash('sha256', rpId, 'buffer');
}
