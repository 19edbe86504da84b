import { type CoseKey, ES256 } from './cose-key.ts';
import { ensure } from './malformed.ts';

/**
 * Checks a signature's form without verifying it: strict DER with two positive integers for ECDSA,
 * the exact modulus length for RSA.
 * @throws Malformed
 */
export function checkSignatureForm(signature: Uint8Array, key: CoseKey): void {
  if (key.algorithm !== ES256) {
    ensure(signature.length === key.n.length, 'an RSA signature of another length');
    return;
  }
  // P-256 signatures have at most 72 bytes, so each length fits in one byte.
  ensure(signature[0] === 0x30 && signature[1] === signature.length - 2, 'not a DER sequence');
  const afterR = endOfInteger(signature, 2);
  const afterS = endOfInteger(signature, afterR);
  ensure(afterS === signature.length, 'bytes after the DER signature');
}

function endOfInteger(der: Uint8Array, at: number): number {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  ensure(der[at] === 0x02 && length >= 1 && length <= 33 && end <= der.length, 'no DER integer');
  const first = der[at + 2] ?? 0;
  const second = der[at + 3] ?? 0;
  // Only the shortest form of a positive number is allowed: a leading zero only before a high bit.
  ensure(first < 0x80, 'a negative DER integer');
  ensure(
    first !== 0 || (length > 1 && second >= 0x80),
    'a DER integer that is zero or not minimal',
  );
  return end;
}
