import { mapHashToField } from '@noble/curves/abstract/modular.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, lengthPrefixed, toHex, utf8, wipe } from '../../../shared/bytes.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Maximum bytes of an offer. The longest has an amount and a nonce in decimal digits. */
const MAX_BYTES = 512;
const POINT_BYTES = 33;
/** Number of bytes for an unbiased scalar (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;

/** The members of a sealed offer on the chain, in hexadecimal. */
export interface Sealed {
  readonly signingKey: string;
  readonly encryptedOffer: string;
}

/**
 * Returns the private key that opens offers to an account. The caller wipes it. It is derived from
 * the account's key, so every device with the account can read offers without another backup.
 */
export function offerKey(accountKey: Uint8Array): Uint8Array {
  const info = lengthPrefixed(utf8('condor/v2/offers'));
  const seed = hkdf(sha256, accountKey, undefined, info, SEED_BYTES);
  const key = mapHashToField(seed, secp256k1.CURVE.n);
  wipe(seed);
  return key;
}

/** Returns the public half of an offer key: a compressed point in hexadecimal. */
export function offerPublicKey(key: Uint8Array): string {
  return toHex(secp256k1.getPublicKey(key, true));
}

/**
 * Returns true for texts that have the form of a sealed offer and its key. Runs no key agreement.
 */
export function isSealed({ signingKey, encryptedOffer }: Sealed): boolean {
  const size = encryptedOffer.length / 2 - 1;
  if (size <= IV_BYTES + TAG_BYTES || size > MAX_BYTES) return false;
  return /^0x0[23][0-9a-fA-F]{64}$/.test(signingKey) && /^0x[0-9a-fA-F]+$/.test(encryptedOffer);
}

/**
 * Returns the content of a sealed offer. Anyone can post any bytes, so returns undefined for bytes
 * that aren't sealed for this key. The protocol's format is iv ‖ ciphertext ‖ tag, encrypted with
 * AES-256-GCM. The key is the x coordinate of the agreed point on secp256k1, without a hash.
 */
export async function openOffer(
  key: Uint8Array,
  { signingKey, encryptedOffer }: Sealed,
): Promise<Uint8Array | undefined> {
  if (encryptedOffer.length > 2 + 2 * MAX_BYTES) return undefined;
  const wire = fromHex(encryptedOffer);
  const point = fromHex(signingKey);
  if (wire === undefined || wire.length <= IV_BYTES + TAG_BYTES) return undefined;
  if (point?.length !== POINT_BYTES) return undefined;
  const shared = agree(key, point);
  if (shared === undefined) return undefined;
  const agreed = shared.slice(1);
  wipe(shared);
  const handle = crypto.subtle.importKey('raw', agreed, 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: wire.subarray(0, IV_BYTES) };
  try {
    const opened = crypto.subtle.decrypt(algorithm, await handle, wire.subarray(IV_BYTES));
    return new Uint8Array(await opened);
  } catch {
    return undefined;
  } finally {
    wipe(agreed);
  }
}

/** Returns the agreed point, compressed; undefined for bytes that aren't a point on the curve. */
function agree(key: Uint8Array, point: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.getSharedSecret(key, point, true);
  } catch {
    return undefined;
  }
}
