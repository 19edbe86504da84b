import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, fromBase64url, toBase64url, utf8, wipe } from '../bytes.ts';
import type { Random } from '../ports.ts';
import type { Envelope, KeyWrap } from '../wire/vault.ts';
import type { EnvelopeBinding } from './binding.ts';
import { VaultError } from './errors.ts';
import { pruned, USABLE_BYTES } from './fit.ts';
import { pad, unpad } from './padding.ts';
import { decodePayload, encodePayload, type VaultPayload } from './payload.ts';
import { type Aead, payloadAad, payloadKey } from './payload-cipher.ts';
import { type RootKeyWrap, unwrapRootKey, wrapRootKey } from './wraps.ts';

/** A sealed snapshot: the exact text to send, and the digest of that text. */
export interface SealedEnvelope {
  readonly envelope: Envelope;
  /**
   * JSON text whose bytes the server hashes (spec/vault-service.md, "Rules per endpoint", rule 5).
   */
  readonly text: string;
  /** SHA-256 of the text, base64url. */
  readonly digest: string;
}

/** Returns the SHA-256 of an envelope's exact JSON text, as an OpaqueId. */
export function envelopeDigest(text: string): string {
  return toBase64url(sha256(utf8(text)));
}

/**
 * Seals a payload under a new root key, wrapped for every passkey of its keyring (vault rules 3 to
 * 5). Uses no key of the previous revision. First prunes tombstones and conflict records
 * (`fit.ts`).
 * @throws VaultError TOO_LARGE when the content doesn't fit
 */
export async function sealEnvelope(options: {
  payload: VaultPayload;
  rpId: string;
  aead: Aead;
  random: Random;
  /** True if the user added something. The content must then leave the reserve free. */
  isAddition?: boolean;
}): Promise<SealedEnvelope> {
  const { random } = options;
  const payload = pruned(options.payload);
  const binding: EnvelopeBinding = {
    rpId: options.rpId,
    accountId: required(payload.accountId),
    revision: payload.revision,
  };
  const recipients = payload.keyring.map((entry) => ({
    credentialId: required(entry.credentialId),
    publicKey: required(entry.pk),
  }));
  const aad = payloadAad(
    recipients.map((recipient) => recipient.credentialId),
    binding,
  );
  const { aead } = options;
  const wraps: KeyWrap[] = [];
  const secrets: Uint8Array[] = [];
  const secret = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
    secrets.push(bytes);
    return bytes;
  };
  const iv = random.bytes(12);
  let ct: Uint8Array;
  try {
    const rootKey = secret(random.bytes(32));
    const plaintext = secret(encodePayload(payload));
    if (options.isAddition === true && plaintext.length > USABLE_BYTES) {
      throw new VaultError('TOO_LARGE', 'The vault is full.');
    }
    const bytes = secret(pad(plaintext));
    const key = secret(payloadKey(rootKey, binding));
    ct = await aead.seal({ key, iv, aad, bytes });
    // Runs in sequence, because the random bytes must be drawn in the order of the keyring.
    for (const recipient of recipients) {
      wraps.push(wireWrap(wrapRootKey({ rootKey, recipient, binding, random })));
    }
  } finally {
    wipe(...secrets);
  }
  const envelope: Envelope = {
    v: 2,
    accountId: payload.accountId,
    revision: payload.revision,
    payload: { iv: toBase64url(iv), ct: toBase64url(ct) },
    wraps,
  };
  const text = JSON.stringify(envelope);
  return { envelope, text, digest: envelopeDigest(text) };
}

/**
 * Opens an envelope with one passkey's secret key and checks that its content matches its outer
 * fields. These are the checks of vault rule 7 except the comparison with this device's memory. The
 * payload contains secrets, so the caller passes it to the signer immediately.
 */
export async function openEnvelope(options: {
  envelope: Envelope;
  rpId: string;
  credentialId: Uint8Array;
  secretKey: Uint8Array;
  publicKey: Uint8Array;
  aead: Aead;
}): Promise<VaultPayload> {
  const { envelope } = options;
  if (envelope.v !== 2) throw new VaultError('WRONG_VERSION', 'The vault is of another version.');
  const binding: EnvelopeBinding = {
    rpId: options.rpId,
    accountId: required(envelope.accountId),
    revision: envelope.revision,
  };
  const wraps = envelope.wraps.map(bytesOfWrap);
  const own = wraps.find((wrap) => equalBytes(wrap.credentialId, options.credentialId));
  if (own === undefined) {
    throw new VaultError('NO_WRAP', 'The vault holds no key for this passkey.');
  }
  const rootKey = unwrapRootKey({ wrap: own, secretKey: options.secretKey, binding });
  const key = payloadKey(rootKey, binding);
  try {
    const padded = await decrypt(options.aead, {
      key,
      iv: required(envelope.payload.iv),
      aad: payloadAad(
        wraps.map((wrap) => wrap.credentialId),
        binding,
      ),
      bytes: required(envelope.payload.ct),
    });
    try {
      const payload = decodePayload(unpad(padded));
      checkInside(payload, envelope, options);
      return payload;
    } finally {
      wipe(padded);
    }
  } finally {
    wipe(rootKey, key);
  }
}

async function decrypt(aead: Aead, message: Parameters<Aead['open']>[0]) {
  try {
    return await aead.open(message);
  } catch (cause) {
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is damaged.', { cause });
  }
}

function checkInside(
  payload: VaultPayload,
  envelope: Envelope,
  own: { credentialId: Uint8Array; publicKey: Uint8Array },
): void {
  if (payload.accountId !== envelope.accountId || payload.revision !== envelope.revision) {
    throw new VaultError('PAYLOAD_MISMATCH', 'The snapshot is of another account or time.');
  }
  const inside = payload.keyring.map((entry) => entry.credentialId).sort();
  const outside = envelope.wraps.map((wrap) => wrap.credentialId).sort();
  const ownEntry = payload.keyring.find(
    (entry) => entry.credentialId === toBase64url(own.credentialId),
  );
  if (
    inside.length !== outside.length ||
    new Set(outside).size !== outside.length ||
    inside.some((id, i) => id !== outside[i]) ||
    ownEntry?.pk !== toBase64url(own.publicKey)
  ) {
    throw new VaultError('KEYRING_MISMATCH', 'The passkeys of the vault do not agree with it.');
  }
}

function wireWrap(wrap: RootKeyWrap): KeyWrap {
  return {
    credentialId: toBase64url(wrap.credentialId),
    salt: toBase64url(wrap.salt),
    iv: toBase64url(wrap.iv),
    ct: toBase64url(wrap.ct),
  };
}

function bytesOfWrap(wrap: KeyWrap): RootKeyWrap {
  return {
    credentialId: required(wrap.credentialId),
    salt: required(wrap.salt),
    iv: required(wrap.iv),
    ct: required(wrap.ct),
  };
}

function required(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64url(text);
  if (bytes === undefined)
    throw new VaultError('CORRUPT_PAYLOAD', 'The vault snapshot is damaged.');
  return bytes;
}
