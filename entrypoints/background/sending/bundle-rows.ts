import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { successorOf } from '../chain/transaction-state.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Stored } from '../state/stored.ts';
import type { Bundles } from './keys.ts';

const KEPT = 100;

export type Bundle = Bundles[number];
export type BundleRows = ReturnType<typeof createBundleRows>;

/** The stored bundles, newest first, and the transactions that the activity has for them. */
export function createBundleRows(deps: { stored: Stored<Bundles>; activity: ActivityLog }) {
  const { activity } = deps;
  let rows: Bundles = [];

  async function write(next: Bundles): Promise<void> {
    rows = next.slice(0, KEPT);
    await deps.stored.write(rows);
  }

  /** Hashes of sent calls, including one that a dying worker sent without recording it here. */
  const sentOf = (row: Bundle): string[] =>
    row.calls.flatMap(
      (_, index) => row.hashes[index] ?? activity.answerTo(keyOf(row, index)) ?? [],
    );

  /** Returns the current transaction for a hash, which the user can have sped up. */
  const lastOf = (hash: string) => {
    const entry = activity.find(hash);
    return entry === undefined ? undefined : successorOf(entry, activity.find);
  };

  const isOpen = (row: Bundle) => !row.stopped && sentOf(row).length < row.calls.length;

  return {
    sentOf,
    lastOf,
    isOpen,

    async load(): Promise<void> {
      rows = (await deps.stored.read()) ?? [];
    },

    add: (row: Bundle): Promise<void> => write([row, ...rows]),

    change: (row: Bundle, members: Partial<Bundle>): Promise<void> =>
      write(rows.map((known) => (isSame(known, row) ? { ...known, ...members } : known))),

    all: (): readonly Bundle[] => rows,

    /** Returns the bundle of an origin by its id; other origins' bundles aren't found. */
    find: (origin: string, id: string): Bundle | undefined =>
      rows.find((row) => isSame(row, { origin, id })),

    /** Stops bundles: their unsent calls are never sent. */
    async stop(matches: (row: Bundle) => boolean): Promise<void> {
      const isIts = (row: Bundle) => isOpen(row) && matches(row);
      if (!rows.some(isIts)) return;
      await write(rows.map((row) => (isIts(row) ? { ...row, stopped: true } : row)));
    },
  };
}

/**
 * Returns the key of one call of a bundle. Hashed, because a site chooses the id, its length and its
 * colons.
 */
export function keyOf({ origin, id }: Bundle, index: number): string {
  return `bundle:${toBase64url(sha256(utf8(JSON.stringify([origin, id]))))}:${index}`;
}

function isSame(a: Pick<Bundle, 'origin' | 'id'>, b: Pick<Bundle, 'origin' | 'id'>): boolean {
  return a.origin === b.origin && a.id === b.id;
}
