import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { compareBytes, concatBytes, lengthPrefixed } from '../bytes.ts';
import { type EnvelopeBinding, envelopeInfo } from './binding.ts';

/** AES-256-GCM with a 12-byte iv and the 16-byte tag after the ciphertext. */
export interface Aead {
  seal(message: AeadMessage): Promise<Uint8Array<ArrayBuffer>>;
  /** Rejects when the tag doesn't match. */
  open(message: AeadMessage): Promise<Uint8Array<ArrayBuffer>>;
}

export interface AeadMessage {
  readonly key: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly aad: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns the key that encrypts only this revision's payload (vault rule 4). */
export function payloadKey(rootKey: Uint8Array, binding: EnvelopeBinding): Uint8Array<ArrayBuffer> {
  const info = envelopeInfo('condor/v2/payload', binding);
  return Uint8Array.from(hkdf(sha256, rootKey, undefined, info, 32));
}

/**
 * Returns the data that authenticates the revision and the exact set of passkeys with the payload
 * (vault rule 4).
 */
export function payloadAad(
  credentialIds: readonly Uint8Array[],
  binding: EnvelopeBinding,
): Uint8Array<ArrayBuffer> {
  return concatBytes(
    envelopeInfo('condor/v2/payload-aad', binding),
    Uint8Array.of(credentialIds.length),
    credentialIdsHash(credentialIds),
  );
}

/** Returns the SHA-256 of the length-prefixed ids, sorted by bytes. */
export function credentialIdsHash(credentialIds: readonly Uint8Array[]): Uint8Array {
  const sorted = credentialIds.map((id) => lengthPrefixed(id)).sort(compareBytes);
  return sha256(concatBytes(...sorted));
}
