/** A device's memory of the newest snapshot that it opened or committed. */
export interface VaultMemory {
  readonly revision: number;
  readonly digest: string;
  /** Mark of the newest epoch (`continuity.ts`); missing before the vault was first opened. */
  readonly epochMark?: string;
}

/**
 * Relation of an offered snapshot to the remembered one (vault rules 7 and 12).
 * - `same`: equal.
 * - `next`: names the remembered snapshot as its predecessor, or the device remembers none.
 * - `older`: has a lower revision.
 * - `unproven`: may belong to another branch, because the revisions in between are unknown or
 * another snapshot is its predecessor.
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
