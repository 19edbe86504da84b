import { createCipheriv, createDecipheriv, createECDH, type ECDH, randomBytes } from 'node:crypto';
import { bytesToHex, type Hex, hexToBytes } from 'viem';

// This file shares no code with the wallet on purpose, so that each implementation verifies the
// other.

const CURVE = 'secp256k1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedOffer {
  /** The maker's compressed public key, which is used for this offer only. */
  readonly signingKey: Hex;
  /** IV, ciphertext and tag. */
  readonly wire: Hex;
}

/** Returns a key pair for offers, from a private key or at random. */
export function offerKey(privateKey?: Hex): ECDH {
  const key = createECDH(CURVE);
  if (privateKey === undefined) key.generateKeys();
  else key.setPrivateKey(hexToBytes(privateKey));
  return key;
}

export function publicKeyOf(key: ECDH): Hex {
  return `0x${key.getPublicKey('hex', 'compressed')}`;
}

/** Seals a text for a requester's public key. Throws for a key that isn't a point of the curve. */
export function seal(
  text: string,
  requesterKey: Hex,
  { key = offerKey(), iv = randomBytes(IV_BYTES) }: { key?: ECDH; iv?: Uint8Array } = {},
): SealedOffer {
  // The secret is the x coordinate of the shared point, without a hash.
  const cipher = createCipheriv(CIPHER, key.computeSecret(hexToBytes(requesterKey)), iv);
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return {
    signingKey: publicKeyOf(key),
    wire: bytesToHex(Buffer.concat([sealed, cipher.getAuthTag()])),
  };
}

/** Opens a text that `seal` sealed. Throws when the text was changed or sealed for another key. */
export function unseal({ signingKey, wire }: SealedOffer, requester: ECDH): string {
  const bytes = hexToBytes(wire);
  const secret = requester.computeSecret(hexToBytes(signingKey));
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/** Returns an offer's plain text with the nonce in the makers' form: 16 digits without 0x. */
export function offerText(offerAmount: bigint, nonce: bigint): string {
  return JSON.stringify({
    offerAmount: offerAmount.toString(),
    nonce: nonce.toString(16).padStart(16, '0'),
  });
}

export function randomNonce(): bigint {
  return randomBytes(8).readBigUInt64BE();
}
