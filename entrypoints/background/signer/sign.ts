import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Address, type Hex, hashMessage, keccak256 } from 'viem';
import { hashAuthorization } from 'viem/utils';
import { parseTypedData } from '../../../shared/approvals/typed-data.ts';
import { typedDataDigest } from '../../../shared/approvals/typed-data-digest.ts';
import { parseTypedDataV1, typedDataV1Digest } from '../../../shared/approvals/typed-data-v1.ts';
import { fromHex } from '../../../shared/bytes.ts';
import { DELEGATOR, delegatorHash, NO_CODE } from '../../../shared/chain/delegation.ts';
import {
  type Authorization,
  type RawTransaction,
  type SignedAuthorization,
  serializeRaw,
} from '../../../shared/chain/raw-transaction.ts';
import { addressOfKey } from '../../../shared/orders/recover.ts';
import { parseJson } from '../../../shared/parse.ts';

/** Returns the address (EIP-55 checksummed) of a 32-byte private key. */
export function addressOf(key: Uint8Array): Address {
  return addressOfKey(secp256k1.getPublicKey(key, false));
}

export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === 32 && secp256k1.utils.isValidPrivateKey(bytes);
}

/** Returns the EIP-191 signature (`personal_sign`) over raw bytes. */
export function signPersonalMessage(key: Uint8Array, message: Hex): Hex {
  return serialized(signDigest(key, hashMessage({ raw: message })));
}

/** Returns the signature over the digest of parsed typed data (EIP-712, or its older version 1). */
export function signTypedData(
  key: Uint8Array,
  { version, json }: { version: 'V1' | 'V3' | 'V4'; json: string },
): Hex {
  const data = parseJson(json);
  // Checks the form of the data again, because a digest doesn't show which data it covers.
  const digest = Array.isArray(data)
    ? typedDataV1Digest(parseTypedDataV1(data))
    : typedDataDigest(parseTypedData(data, version === 'V3' ? 'V3' : 'V4'));
  return serialized(signDigest(key, digest));
}

/**
 * Returns a signed authorization (EIP-7702) for the pinned delegator or for no code.
 * @throws Error for other code, and for chain id 0, which means all chains
 */
export function signAuthorization(
  key: Uint8Array,
  authorization: Authorization,
): SignedAuthorization {
  ensureHarmless(authorization);
  const { chainId, address, nonce } = authorization;
  const { r, s, yParity } = signDigest(key, hashAuthorization({ chainId, address, nonce }));
  return { chainId, address, nonce, r, s, yParity };
}

function ensureHarmless({ chainId, address }: Authorization): void {
  const isPinned = address === DELEGATOR && delegatorHash(chainId) !== undefined;
  if (chainId > 0 && (address === NO_CODE || isPinned)) return;
  throw new TypeError('an authorization that is never signed');
}

/**
 * Returns a serialized signed transaction (EIP-1559, EIP-7702 or legacy).
 * @throws for a list of authorizations that the wallet doesn't sign
 */
export function signTransaction(key: Uint8Array, transaction: RawTransaction): Hex {
  if (transaction.type === 'eip7702') {
    const [only, ...more] = transaction.authorizationList;
    if (only?.chainId !== transaction.chainId || more.length > 0) {
      throw new TypeError('not one authorization for this chain');
    }
    ensureHarmless(only);
  }
  const signature = signDigest(key, keccak256(serializeRaw(transaction)));
  return serializeRaw(transaction, signature);
}

/** Deterministic low-s ECDSA (RFC 6979) with the recovery bit. The key never becomes hex. */
function signDigest(key: Uint8Array, digest: Hex) {
  const signature = secp256k1.sign(fromHex(digest) ?? new Uint8Array(), key, { lowS: true });
  return {
    r: hex32(signature.r),
    s: hex32(signature.s),
    yParity: signature.recovery,
    v: BigInt(27 + signature.recovery),
  };
}

/** Returns r, s and v in 65 bytes. */
function serialized({ r, s, v }: ReturnType<typeof signDigest>): Hex {
  return `${r}${s.slice(2)}${v.toString(16)}`;
}

function hex32(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
