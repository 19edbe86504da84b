import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { type Address, checksumAddress, type Hex } from 'viem';
import { toHex } from '../bytes.ts';
import { hexBytes } from './abi-words.ts';

/** Half of the curve's order: the contract rejects a larger `s` (EIP-2). */
const HALF_ORDER = secp256k1.CURVE.n >> 1n;

/**
 * Returns the signer of a 65-byte signature over a digest. Undefined for bytes that the contract
 * would reject: wrong length, `v` other than 27 or 28, `s` in the upper half, invalid point.
 */
export function recoverSigner(digest: Uint8Array, signature: Hex): Address | undefined {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined;
  const bytes = hexBytes(signature);
  const v = bytes[64];
  if (v !== 27 && v !== 28) return undefined;
  try {
    const parsed = secp256k1.Signature.fromCompact(bytes.subarray(0, 64)).addRecoveryBit(v - 27);
    if (parsed.s > HALF_ORDER) return undefined;
    return addressOfKey(parsed.recoverPublicKey(digest).toRawBytes(false));
  } catch {
    // The library throws on invalid r, s and points.
    return undefined;
  }
}

/** Returns the account of an uncompressed public key (65 bytes). */
export function addressOfKey(publicKey: Uint8Array): Address {
  return checksumAddress(toHex(keccak_256(publicKey.subarray(1)).subarray(12)));
}
