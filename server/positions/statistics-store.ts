import type { Transaction } from 'kysely';
import { parts } from '../database/bulk.ts';
import { mergedRollup, mergedUser, type StatisticsChanges } from './rollups.ts';
import type { IndexerTables } from './tables.ts';
import type { Writers } from './writers.ts';

const KEYS_PER_READ = 512;

/** Adds changes to the stored sums, inside of the transaction that makes them. */
export async function writeStatistics(
  transaction: Transaction<IndexerTables>,
  writers: Pick<Writers, 'rollups' | 'users'>,
  { rollups, users, counts: changedCounts }: StatisticsChanges,
): Promise<void> {
  await mergeRows({
    changes: rollups,
    read: (keys) =>
      transaction.selectFrom('indexer_rollups').selectAll().where('key', 'in', keys).execute(),
    merge: mergedRollup,
    write: (rows) => writers.rollups(transaction, rows),
    remove: (keys) => transaction.deleteFrom('indexer_rollups').where('key', 'in', keys).execute(),
  });
  const counts = new Map<string, number>();
  await mergeRows({
    changes: users,
    read: (keys) =>
      transaction.selectFrom('indexer_users').selectAll().where('key', 'in', keys).execute(),
    merge: mergedUser,
    write: (rows) => writers.users(transaction, rows),
    remove: (keys) => transaction.deleteFrom('indexer_users').where('key', 'in', keys).execute(),
    onBirth: ({ source }) => counts.set(source, (counts.get(source) ?? 0) + 1),
    onDeath: ({ source }) => counts.set(source, (counts.get(source) ?? 0) - 1),
  });
  await addCounts(transaction, changedCounts);
  const named = [...counts].map(([source, change]) => [`users ${source}`, change] as const);
  await addCounts(transaction, new Map(named));
}

/** Adds to counts that are kept as they change. */
async function addCounts(
  transaction: Transaction<IndexerTables>,
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, change] of changes) {
    if (change === 0) continue;
    await transaction
      .insertInto('indexer_counts')
      .values({ name, value: change })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ value: eb('indexer_counts.value', '+', change) })),
      )
      .execute();
  }
}

async function mergeRows<Row extends { readonly key: string }, Change>(work: {
  readonly changes: ReadonlyMap<string, Change>;
  readonly read: (keys: string[]) => Promise<Row[]>;
  readonly merge: (row: Row | undefined, change: Change) => Row | undefined;
  readonly write: (rows: Row[]) => Promise<void>;
  readonly remove: (keys: string[]) => Promise<unknown>;
  readonly onBirth?: (row: Row) => void;
  readonly onDeath?: (row: Row) => void;
}): Promise<void> {
  for (const part of parts([...work.changes.keys()], KEYS_PER_READ)) {
    const stored = new Map((await work.read(part)).map((row) => [row.key, row]));
    const rows: Row[] = [];
    const removed: string[] = [];
    for (const key of part) {
      const change = work.changes.get(key);
      if (change === undefined) continue;
      const before = stored.get(key);
      const after = work.merge(before, change);
      if (after !== undefined) rows.push(after);
      else if (before !== undefined) removed.push(key);
      if (before === undefined && after !== undefined) work.onBirth?.(after);
      if (before !== undefined && after === undefined) work.onDeath?.(before);
    }
    await work.write(rows);
    if (removed.length > 0) await work.remove(removed);
  }
}
