import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  type Address,
  type Hex,
  hashMessage,
  keccak256,
  serializeSignature,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { fromHex, toHex } from '../../../shared/bytes.ts';

/** The account's address (EIP-55 checksummed) of a 32-byte private key. */
export function addressOf(key: Uint8Array): Address {
  return publicKeyToAddress(toHex(secp256k1.getPublicKey(key, false)));
}

export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === 32 && secp256k1.utils.isValidPrivateKey(bytes);
}

/** EIP-191 signature (`personal_sign`) over raw bytes. */
export function signPersonalMessage(key: Uint8Array, message: Hex): Hex {
  return serializeSignature(signDigest(key, hashMessage({ raw: message })));
}

/** Serialized signed transaction (EIP-1559 or legacy). */
export function signTransaction(key: Uint8Array, transaction: TransactionSerializable): Hex {
  const signature = signDigest(key, keccak256(serializeTransaction(transaction)));
  return serializeTransaction(transaction, signature);
}

/** Deterministic low-s ECDSA (RFC 6979) with the recovery bit. The key stays bytes: no hex of it is made. */
function signDigest(key: Uint8Array, digest: Hex) {
  const signature = secp256k1.sign(fromHex(digest) ?? new Uint8Array(), key, { lowS: true });
  return {
    r: hex32(signature.r),
    s: hex32(signature.s),
    yParity: signature.recovery,
    v: BigInt(27 + signature.recovery),
  };
}

function hex32(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
