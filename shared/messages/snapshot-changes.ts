import type { WalletSnapshot } from './snapshot.ts';
import { receivedForm, type SentSnapshot } from './snapshot-form.ts';

/** The parts of the state that differ from those sent to a page before. */
export interface SnapshotChanges {
  readonly changes: SentSnapshot;
  /** Parts that were removed. */
  readonly removed: readonly string[];
}

/** Each part of a snapshot as JSON text, to compare it with later ones. */
export type SnapshotTexts = ReadonlyMap<string, string>;

export function textsOf(snapshot: SentSnapshot): SnapshotTexts {
  return new Map(Object.entries(snapshot).map(([part, value]) => [part, JSON.stringify(value)]));
}

/** Returns the changes since these texts, or undefined if there aren't any. */
export function changesSince(
  before: SnapshotTexts,
  after: SnapshotTexts,
  snapshot: SentSnapshot,
): SnapshotChanges | undefined {
  const changed = Object.entries(snapshot).filter(([part]) => before.get(part) !== after.get(part));
  const removed = [...before.keys()].filter((part) => !after.has(part));
  if (changed.length === 0 && removed.length === 0) return undefined;
  return { changes: Object.fromEntries(changed), removed };
}

/** Returns the snapshot with these changes. Unchanged parts keep their identity. */
export function withChanges(
  snapshot: WalletSnapshot,
  { changes, removed }: SnapshotChanges,
): WalletSnapshot {
  return {
    ...snapshot,
    ...receivedForm(changes),
    ...Object.fromEntries(removed.map((part) => [part, undefined])),
  };
}
