import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, fromBase64url, lengthPrefixed, toBase64url, u64, wipe } from '../bytes.ts';
import type { Random } from '../ports.ts';
import { type ContinuityEntry, type KeyringEntry, MAX_EPOCHS } from './payload.ts';

const SECRET_BYTES = 32;

/** An epoch of the vault. Only the passkeys of its time can read its secret (vault rule 16). */
export interface Epoch {
  readonly epoch: number;
  readonly secret: Uint8Array;
}

export function firstEpoch(random: Random): Epoch {
  return { epoch: 1, secret: random.bytes(SECRET_BYTES) };
}

/** Starts a new epoch. Passkeys that this or an earlier change removed can't learn its secret. */
export function withNewEpoch(epochs: readonly Epoch[], random: Random): Epoch[] {
  const newest = Math.max(0, ...epochs.map(({ epoch }) => epoch));
  // The number only distinguishes the epochs of one list. An epoch is identified by its secret.
  const epoch = Math.min(newest + 1, Number.MAX_SAFE_INTEGER);
  return [{ epoch, secret: random.bytes(SECRET_BYTES) }, ...epochs].slice(0, MAX_EPOCHS);
}

/**
 * Returns the epochs of two branches in pairs, the first branch's epoch first, so that devices of
 * both branches recognize the result.
 */
export function joinedEpochs(own: readonly Epoch[], offered: readonly Epoch[]): Epoch[] {
  const pairs = Array.from({ length: MAX_EPOCHS }, (_, i) => [
    ...own.slice(i, i + 1),
    ...offered.slice(i, i + 1),
  ]).flat();
  const unique = new Map(pairs.map((epoch) => [epochMark(epoch), epoch]));
  return [...unique.values()];
}

/** Returns true when a list contains the newest epoch of another list. */
export function containsNewest(epochs: readonly Epoch[], [newest]: readonly Epoch[]): boolean {
  return newest !== undefined && hasMark(epochs, epochMark(newest));
}

export function hasMark(epochs: readonly Epoch[], mark: string): boolean {
  return epochs.some((epoch) => epochMark(epoch) === mark);
}

/**
 * Returns a text that identifies an epoch without its secret: `SHA-256(LP("condor/v2/continuity") ‖
 * U64(epoch) ‖ secret)`, base64url. A device stores it unencrypted.
 */
export function epochMark({ epoch, secret }: Epoch): string {
  const bytes = concatBytes(lengthPrefixed('condor/v2/continuity'), u64(epoch), secret);
  const mark = toBase64url(sha256(bytes));
  wipe(bytes);
  return mark;
}

/** Returns the epochs of a payload, newest first. The caller wipes the secrets. */
export function parseEpochs(continuity: readonly ContinuityEntry[]): Epoch[] {
  return continuity.map(({ epoch, secret }) => ({
    epoch,
    secret: fromBase64url(secret) ?? new Uint8Array(),
  }));
}

export function encodeEpochs(epochs: readonly Epoch[]): ContinuityEntry[] {
  return epochs.map(({ epoch, secret }) => ({ epoch, secret: toBase64url(secret) }));
}

/** Returns true when a passkey that opened the vault before a change doesn't open it afterwards. */
export function dropsPasskey(
  before: readonly Pick<KeyringEntry, 'credentialId'>[],
  after: readonly Pick<KeyringEntry, 'credentialId'>[],
): boolean {
  const kept = new Set(after.map(({ credentialId }) => credentialId));
  return before.some(({ credentialId }) => !kept.has(credentialId));
}
