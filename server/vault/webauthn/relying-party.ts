import { hash } from 'node:crypto';

/** SHA-256 of the rpId, the first 32 bytes of all authenticator data made for it. */
export function relyingPartyHash(rpId: string): Uint8Array {
  return hash('sha256', rpId, 'buffer');
}
