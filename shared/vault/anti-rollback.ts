/** What a device remembers of the newest snapshot that it opened or committed. */
export interface VaultMemory {
  readonly revision: number;
  readonly digest: string;
}

/**
 * How an offered snapshot relates to the one that a device remembers (vault rules 7 and 12).
 * - `same`: it is that snapshot.
 * - `next`: it names that snapshot as its predecessor, or the device remembers none.
 * - `older`: it has a lower revision.
 * - `unproven`: it may belong to another branch, because the chain across the gap can't be shown or
 *   names another predecessor.
 */
export type SnapshotRelation = 'same' | 'next' | 'older' | 'unproven';

export function relationTo(
  memory: VaultMemory | undefined,
  offered: VaultMemory & { readonly prevDigest: string },
): SnapshotRelation {
  if (memory === undefined) return 'next';
  if (offered.revision < memory.revision) return 'older';
  if (offered.revision === memory.revision) {
    return offered.digest === memory.digest ? 'same' : 'unproven';
  }
  const isNext = offered.revision === memory.revision + 1;
  return isNext && offered.prevDigest === memory.digest ? 'next' : 'unproven';
}
