import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes, lengthPrefixed, wipe } from '../bytes.ts';
import type { Random } from '../ports.ts';
import { type EnvelopeBinding, envelopeInfo } from './binding.ts';
import { VaultError } from './errors.ts';

/** One wrap as bytes: the root key, sealed to one passkey (vault rule 3). */
export interface RootKeyWrap {
  readonly credentialId: Uint8Array;
  /** Ephemeral X25519 public key, named `salt` on the wire. */
  readonly salt: Uint8Array;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly ct: Uint8Array<ArrayBuffer>;
}

export interface KeyringKey {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
}

/**
 * Seals the root key to a passkey's public key with a new ephemeral pair and ChaCha20-Poly1305,
 * like age's X25519 recipients (vault rule 3). The ephemeral secret doesn't leave this function.
 */
export function wrapRootKey(options: {
  rootKey: Uint8Array;
  recipient: KeyringKey;
  binding: EnvelopeBinding;
  random: Random;
}): RootKeyWrap {
  const { recipient, binding, random } = options;
  const ephemeral = random.bytes(32);
  const secrets: Uint8Array[] = [ephemeral];
  try {
    const salt = x25519.getPublicKey(ephemeral);
    const shared = sharedSecret(ephemeral, recipient.publicKey);
    secrets.push(shared);
    const key = wrapKey({ shared, salt, publicKey: recipient.publicKey, recipient, binding });
    secrets.push(key);
    const iv = random.bytes(12);
    const aad = wrapAad(recipient, binding);
    const ct = Uint8Array.from(chacha20poly1305(key, iv, aad).encrypt(options.rootKey));
    return { credentialId: recipient.credentialId, salt, iv, ct };
  } finally {
    wipe(...secrets);
  }
}

/**
 * Opens a wrap with the passkey's secret key.
 * @throws VaultError WRONG_KEY for a wrap of another passkey, account, revision or relying party
 */
export function unwrapRootKey(options: {
  wrap: RootKeyWrap;
  secretKey: Uint8Array;
  binding: EnvelopeBinding;
}): Uint8Array {
  const { wrap, secretKey, binding } = options;
  const publicKey = x25519.getPublicKey(secretKey);
  const shared = sharedSecret(secretKey, wrap.salt);
  const key = wrapKey({ shared, salt: wrap.salt, publicKey, recipient: wrap, binding });
  try {
    const { iv, ct } = wrap;
    return chacha20poly1305(key, iv, wrapAad(wrap, binding)).decrypt(ct);
  } catch (cause) {
    throw new VaultError('WRONG_KEY', 'This passkey does not open the vault.', { cause });
  } finally {
    wipe(shared, key);
  }
}

function sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  let shared: Uint8Array;
  try {
    shared = x25519.getSharedSecret(secretKey, publicKey);
  } catch (cause) {
    throw new VaultError('WRONG_KEY', 'The wrap holds no usable key.', { cause });
  }
  // With a low-order point, the wrap key wouldn't depend on the passkey (vault rule 3).
  if (equalBytes(shared, new Uint8Array(32))) {
    throw new VaultError('WRONG_KEY', 'The wrap holds no usable key.');
  }
  return shared;
}

function wrapKey(options: {
  shared: Uint8Array;
  salt: Uint8Array;
  publicKey: Uint8Array;
  recipient: { credentialId: Uint8Array };
  binding: EnvelopeBinding;
}): Uint8Array<ArrayBuffer> {
  const salt = concatBytes(options.salt, options.publicKey);
  const info = wrapInfo('condor/v2/wrap', options.recipient, options.binding);
  return Uint8Array.from(hkdf(sha256, options.shared, salt, info, 32));
}

function wrapAad(
  recipient: { credentialId: Uint8Array },
  binding: EnvelopeBinding,
): Uint8Array<ArrayBuffer> {
  return wrapInfo('condor/v2/wrap-aad', recipient, binding);
}

function wrapInfo(
  label: string,
  recipient: { credentialId: Uint8Array },
  binding: EnvelopeBinding,
): Uint8Array<ArrayBuffer> {
  return concatBytes(envelopeInfo(label, binding), lengthPrefixed(recipient.credentialId));
}
