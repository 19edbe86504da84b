import { type KeyringEntry, MAX_TOMBSTONES, type PublicPayload, tombstoneKey } from './payload.ts';

/** Maximum number of remembered removals, more than a user makes by hand. */
export const MAX_REMOVED = 32;

/**
 * Returns the keys of removed passkeys that a device remembers after opening a payload, newest
 * first. From a payload older than `known`, only unknown keys are added.
 */
export function removalsAfter(
  known: readonly string[],
  payload: PublicPayload,
  isOlder: boolean,
): string[] {
  const own = removalsOf(payload).toReversed();
  const newestFirst = isOlder ? [...known, ...own] : [...own, ...known];
  return [...new Set(newestFirst)].slice(0, MAX_REMOVED);
}

function removalsOf({ tombstones }: Pick<PublicPayload, 'tombstones'>): string[] {
  return tombstones.flatMap(({ kind, key }) => (kind === 'passkey' ? [key] : []));
}

/**
 * Returns the keyring. Passkeys that this device knows as removed get the time 0, so that their
 * removal is later than any time that their entries claim (vault rule 17).
 */
export function withRemovals(
  known: Pick<PublicPayload, 'tombstones'>,
  keyring: readonly KeyringEntry[],
): KeyringEntry[] {
  const removed = new Set(removalsOf(known));
  return keyring.map((entry) => (removed.has(keyOf(entry)) ? { ...entry, addedAt: 0 } : entry));
}

/** Returns a payload without passkeys that this or a later revision removed. */
export function withoutRemoved(payload: PublicPayload, removed: readonly string[]): PublicPayload {
  const keyring = payload.keyring.filter((entry) => !removed.includes(keyOf(entry)));
  return withDeletions({ ...payload, keyring }, removed);
}

/** Adds tombstones for removed passkeys that don't have one. */
export function withDeletions(payload: PublicPayload, removed: readonly string[]): PublicPayload {
  const known = new Set(removalsOf(payload));
  const stones = removed
    .filter((key) => !known.has(key))
    .map((key) => ({ kind: 'passkey', key, deletedAt: payload.createdAt }) as const);
  if (stones.length === 0) return payload;
  return { ...payload, tombstones: [...payload.tombstones, ...stones].slice(-MAX_TOMBSTONES) };
}

const keyOf = ({ credentialId }: KeyringEntry) => tombstoneKey(credentialId);
