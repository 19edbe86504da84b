import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, lengthPrefixed, utf8 } from '../bytes.ts';
import { accountInfo, type VaultBinding } from './binding.ts';

/** The only PRF input (vault rule 1), so that a single assertion both logs in and unlocks. */
export const PRF_INPUT: Readonly<Uint8Array<ArrayBuffer>> = utf8('condor/v2/prf');

export interface PasskeyKeyPair {
  /** The unlock key: 32 bytes that the caller wipes. */
  readonly secretKey: Uint8Array;
  /** 32 bytes. Stored only in the keyring inside the encrypted payload. */
  readonly publicKey: Uint8Array;
}

/**
 * Derives the passkey's X25519 key pair from its PRF value (vault rule 2).
 * @param prf 32 bytes from the authenticator; the caller wipes them
 * @param credentialId raw bytes of the credential's id
 */
export function passkeyKeyPair(options: {
  prf: Uint8Array;
  binding: VaultBinding;
  credentialId: Uint8Array;
}): PasskeyKeyPair {
  if (options.prf.length !== 32) throw new RangeError('a PRF value has 32 bytes');
  const info = concatBytes(
    accountInfo('condor/v2/x25519', options.binding),
    lengthPrefixed(options.credentialId),
  );
  const secretKey = hkdf(sha256, options.prf, undefined, info, 32);
  return { secretKey, publicKey: x25519.getPublicKey(secretKey) };
}
