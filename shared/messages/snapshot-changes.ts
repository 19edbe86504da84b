import type { WalletSnapshot } from './snapshot.ts';
import { receivedForm, type SentSnapshot } from './snapshot-form.ts';

/** The parts of the state that have changed since the page last got them. */
export interface SnapshotChanges {
  readonly changes: SentSnapshot;
  readonly removed: readonly string[];
}

/** Parts of a snapshot as JSON text, to compare them with a later snapshot. */
export type SnapshotTexts = ReadonlyMap<string, string>;

export function textsOf(snapshot: SentSnapshot): SnapshotTexts {
  return new Map(Object.entries(snapshot).map(([part, value]) => [part, JSON.stringify(value)]));
}

/** Returns the parts that have changed since `before`; undefined if nothing changed. */
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

/** Returns the snapshot with these changes applied. Unchanged parts stay the same objects. */
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
