import { createHmac, timingSafeEqual } from 'node:crypto';
import { concatBytes, lengthPrefixed, u64 } from '../../../shared/bytes.ts';
import type { Random } from '../../../shared/ports.ts';

/** Purposes of challenges without a session. */
export type AnonymousPurpose = 'register' | 'login';

export interface SealedChallenge {
  readonly tenantId: string;
  readonly purpose: AnonymousPurpose;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

const VERSION = 1;
const PURPOSE_CODES = { register: 1, login: 2 } as const satisfies Record<AnonymousPurpose, number>;
/** Bytes of version, purpose, expiry (6 bytes) and random bytes (8). */
const HEAD_BYTES = 16;
const RANDOM_BYTES = 8;
const MAC_BYTES = 16;

/**
 * Returns the 32-byte id of an anonymous challenge (design/vault-service.md, "Numbers"): an
 * enciphered head, and a MAC over the head and the tenant. The id contains everything that a row
 * would contain, so no row is needed. Without the key, all 32 bytes look random, so the id doesn't
 * reveal the server's clock.
 */
export function sealChallenge(
  key: Uint8Array,
  { tenantId, purpose, expiresAt }: SealedChallenge,
  random: Random,
): Uint8Array {
  const head = concatBytes(
    Uint8Array.of(VERSION, PURPOSE_CODES[purpose]),
    u64(expiresAt).subarray(2),
    random.bytes(RANDOM_BYTES),
  );
  const mac = macOf(key, tenantId, head);
  return concatBytes(masked(key, head, mac), mac);
}

/**
 * Returns the content of an id that this key sealed for one of these tenants; undefined for other
 * bytes. Doesn't check the expiry.
 */
export function openSealed(
  key: Uint8Array,
  id: Uint8Array,
  tenantIds: Iterable<string>,
): SealedChallenge | undefined {
  if (id.length !== HEAD_BYTES + MAC_BYTES) return undefined;
  const mac = id.subarray(HEAD_BYTES);
  const head = masked(key, id.subarray(0, HEAD_BYTES), mac);
  const [version, code] = head;
  const purpose = purposeOf(code);
  if (version !== VERSION || purpose === undefined) return undefined;
  for (const tenantId of tenantIds) {
    if (!timingSafeEqual(macOf(key, tenantId, head), mac)) continue;
    const expiresAt = Number(Buffer.from(head).readUIntBE(2, 6));
    return { tenantId, purpose, expiresAt };
  }
  return undefined;
}

/** Returns the 32 bytes that the passkey signs for a sealed id. */
export function sealedChallengeBytes(
  key: Uint8Array,
  tenantId: string,
  id: Uint8Array,
): Uint8Array {
  return hmac(key, 'condor/v1/anonymous-challenge', tenantId, id);
}

/** Returns the id (32 bytes) of the account that a sealed `register` challenge is for. */
export function sealedAccountId(key: Uint8Array, tenantId: string, id: Uint8Array): Uint8Array {
  return hmac(key, 'condor/v1/anonymous-account', tenantId, id);
}

/** Enciphers or deciphers a head. Its MAC serves as nonce (SIV, RFC 5297). */
function masked(key: Uint8Array, head: Uint8Array, mac: Uint8Array): Uint8Array {
  const mask = hmac(key, 'condor/v1/anonymous-mask', '', mac);
  return head.map((byte, at) => byte ^ (mask[at] ?? 0));
}

function macOf(key: Uint8Array, tenantId: string, head: Uint8Array): Uint8Array {
  return hmac(key, 'condor/v1/anonymous-seal', tenantId, head).subarray(0, MAC_BYTES);
}

function hmac(key: Uint8Array, label: string, tenantId: string, bytes: Uint8Array): Uint8Array {
  return createHmac('sha256', key)
    .update(concatBytes(lengthPrefixed(label), lengthPrefixed(tenantId), bytes))
    .digest();
}

function purposeOf(code: number | undefined): AnonymousPurpose | undefined {
  if (code === PURPOSE_CODES.register) return 'register';
  return code === PURPOSE_CODES.login ? 'login' : undefined;
}
