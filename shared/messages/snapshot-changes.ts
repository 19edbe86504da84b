import type { WalletSnapshot } from './snapshot.ts';

/** The parts of the state that differ from what a page was sent before. */
export interface SnapshotChanges {
  readonly changes: Partial<WalletSnapshot>;
  /** Parts that are absent now. */
  readonly removed: readonly string[];
}

/** Each part of a snapshot as JSON text, to compare it with later ones. */
export type SnapshotTexts = ReadonlyMap<string, string>;

export function textsOf(snapshot: WalletSnapshot): SnapshotTexts {
  return new Map(Object.entries(snapshot).map(([part, value]) => [part, JSON.stringify(value)]));
}

/** Returns what changed since these texts were taken, or undefined when nothing did. */
export function changesSince(
  before: SnapshotTexts,
  after: SnapshotTexts,
  snapshot: WalletSnapshot,
): SnapshotChanges | undefined {
  const changed = Object.entries(snapshot).filter(([part]) => before.get(part) !== after.get(part));
  const removed = [...before.keys()].filter((part) => !after.has(part));
  if (changed.length === 0 && removed.length === 0) return undefined;
  return { changes: Object.fromEntries(changed), removed };
}

/** Returns the snapshot with these changes. What didn't change keeps its identity. */
export function withChanges(
  snapshot: WalletSnapshot,
  { changes, removed }: SnapshotChanges,
): WalletSnapshot {
  return {
    ...snapshot,
    ...changes,
    ...Object.fromEntries(removed.map((part) => [part, undefined])),
  };
}
