import { createPublicKey, type KeyObject } from 'node:crypto';
import { type CborMap, type CborValue, mapWith } from './cbor.ts';
import { ensure, Malformed } from './malformed.ts';

/** COSE algorithms that a registration offers: ECDSA P-256 and RSASSA-PKCS1-v1_5 (SHA-256). */
export const ES256 = -7;
export const RS256 = -257;

export type CoseKey =
  | { readonly algorithm: typeof ES256; readonly x: Uint8Array; readonly y: Uint8Array }
  | { readonly algorithm: typeof RS256; readonly n: Uint8Array; readonly e: Uint8Array };

const ALGORITHM = 3;

/**
 * Parses one of the two allowed key shapes (RFC 9052 section 7) with exactly the public members.
 * Rejects private parts, compressed points, other curves and other algorithms.
 * @throws Malformed
 */
export function parseCoseKey(value: CborValue): CoseKey {
  ensure(value instanceof Map, 'the public key is not a map');
  const algorithm = value.get(ALGORITHM);
  if (algorithm === ES256) {
    const key = mapWith(value, [1, ALGORITHM, -1, -2, -3]);
    ensure(key.get(1) === 2 && key.get(-1) === 1, 'not an EC2 key on P-256');
    const x = bytesOf(key, -2);
    const y = bytesOf(key, -3);
    ensure(x.length === 32 && y.length === 32, 'a P-256 coordinate of another length');
    return { algorithm, x, y };
  }
  if (algorithm === RS256) {
    const key = mapWith(value, [1, ALGORITHM, -1, -2]);
    ensure(key.get(1) === 3, 'not an RSA key');
    const n = bytesOf(key, -1);
    const e = bytesOf(key, -2);
    const isSized = n.length >= 256 && n.length <= 512 && (n[0] ?? 0) >= 0x80;
    ensure(isSized && ((n.at(-1) ?? 0) & 1) === 1, 'an RSA modulus outside 2048 to 4096 bits');
    ensure(e.length === 3 && e[0] === 1 && e[1] === 0 && e[2] === 1, 'an RSA exponent but 65537');
    return { algorithm, n, e };
  }
  throw new Malformed('an algorithm that was not offered');
}

/**
 * Imports the key into `node:crypto`, which rejects points off the curve.
 * @throws Malformed
 */
export function importKey(key: CoseKey): KeyObject {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const jwk =
    key.algorithm === ES256
      ? { kty: 'EC', crv: 'P-256', x: text(key.x), y: text(key.y) }
      : { kty: 'RSA', n: text(key.n), e: text(key.e) };
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new Malformed('not a point of the curve');
  }
}

function bytesOf(map: CborMap, label: number): Uint8Array {
  const value = map.get(label);
  ensure(value instanceof Uint8Array, 'a key member that is not bytes');
  return value;
}
