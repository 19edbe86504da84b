import { setImmediate as turn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Engine } from '../../database/open.ts';
import type { Transactions } from '../../database/transactions.ts';
import { CONSUMED_MS, PENDING_ACCOUNT_MS, RECEIPT_MS, RECEIPTS_KEPT } from '../numbers.ts';
import type { VaultStore } from '../store.ts';
import { dropUnusableKey, markKey } from './challenge-key.ts';
import { type DatabaseClock, readClock } from './database-clock.ts';
import type { VaultTables } from './tables.ts';

/**
 * Rows per step. On SQLite, a step blocks the event loop, and fifty rows take a few milliseconds.
 * On PostgreSQL, larger steps mean fewer transactions.
 */
const STEP = { sqlite: 50, postgres: 1000 } as const;

/** Deletes up to `limit` expired rows. Returns the number of deleted rows. */
type Step = (db: Transaction<VaultTables>, now: number, limit: number) => Promise<number>;

/**
 * Deletes expired rows in small steps, so that requests don't wait long. The database's clock
 * decides, because an instance whose clock is ahead would delete rows that other instances still
 * need.
 */
export function createPurge({
  read,
  writeVolatile,
  engine,
  clock,
}: Pick<Transactions<VaultTables>, 'read' | 'writeVolatile'> & {
  readonly engine: Engine;
  readonly clock: DatabaseClock;
}): Pick<VaultStore, 'purge' | 'purgeReceipts'> {
  const limit = STEP[engine];
  return {
    async purge(now, signal) {
      let total = 0;
      const at = await writeVolatile(async (db) => {
        const time = await readClock(db, clock, now);
        await dropUnusableKey(db, time);
        await markKey(db, time);
        return time;
      });
      for (const step of stepsFor(engine))
        for (let count: number = limit; count === limit && !signal?.aborted; total += count) {
          count = await writeVolatile((db) => step(db, at, limit));
          await turn();
        }
      return total;
    },

    async purgeReceipts(now, signal) {
      let total = 0;
      const before = (await read((db) => readClock(db, clock, now))) - RECEIPT_MS;
      let from: ReceiptKey | undefined;
      do {
        const at = from;
        const seen = await read((db) => oldReceipts(db, before, at, limit));
        // Each commit is one revision, so the revision shows whether a receipt is among the
        // account's newest.
        const surplus = seen.filter(({ revision, newest }) => revision <= newest - RECEIPTS_KEPT);
        if (surplus.length > 0) total += await writeVolatile((db) => deleteReceipts(db, surplus));
        await turn();
        from = seen.length < limit ? undefined : seen.at(-1);
      } while (from !== undefined && !signal?.aborted);
      return total;
    },
  };
}

/**
 * Returns the steps. A row that is renewed at the same time stays: on PostgreSQL, the subquery
 * locks rows and skips locked ones, and the delete compares the time again. Challenges and sessions
 * are never renewed.
 */
function stepsFor(engine: Engine): readonly Step[] {
  const isPostgres = engine === 'postgres';
  return [
    async (db, now, limit) => {
      const old = db
        .selectFrom('challenges')
        .select('id_hash')
        .where('expires_at', '<=', now)
        .limit(limit);
      return countOf(db.deleteFrom('challenges').where('id_hash', 'in', old));
    },
    async (db, now, limit) => {
      const old = db
        .selectFrom('consumed_challenges')
        .select('id_hash')
        .where('expires_at', '<=', now - CONSUMED_MS)
        .limit(limit);
      return countOf(db.deleteFrom('consumed_challenges').where('id_hash', 'in', old));
    },
    async (db, now, limit) => {
      const old = db
        .selectFrom('sessions')
        .select('token_hash')
        .where('expires_at', '<=', now)
        .limit(limit);
      return countOf(db.deleteFrom('sessions').where('token_hash', 'in', old));
    },
    async (db, now, limit) =>
      countOf(
        db
          .deleteFrom('credentials')
          .where('provisional_until', '<=', now)
          .where((eb) =>
            eb(
              eb.refTuple('account_id', 'id'),
              'in',
              eb
                .selectFrom('credentials')
                .select(['account_id', 'id'])
                .where('provisional_until', '<=', now)
                .limit(limit)
                .$if(isPostgres, (query) => query.forUpdate().skipLocked())
                .$asTuple('account_id', 'id'),
            ),
          ),
      ),
    async (db, now, limit) => {
      const abandoned = db
        .selectFrom('vaults')
        .select('account_id')
        .where('pending_until', '<=', now - PENDING_ACCOUNT_MS)
        .limit(limit)
        .$if(isPostgres, (query) => query.forUpdate().skipLocked());
      return countOf(db.deleteFrom('accounts').where('id', 'in', abandoned));
    },
    async (db, now, limit) =>
      countOf(
        db
          .deleteFrom('account_limits')
          .where('ends_at', '<=', now)
          .where((eb) =>
            eb(
              eb.refTuple('account_id', 'kind'),
              'in',
              eb
                .selectFrom('account_limits')
                .select(['account_id', 'kind'])
                .where('ends_at', '<=', now)
                .limit(limit)
                .$if(isPostgres, (query) => query.forUpdate().skipLocked())
                .$asTuple('account_id', 'kind'),
            ),
          ),
      ),
  ];
}

async function countOf(query: {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint } | undefined>;
}): Promise<number> {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0n);
}

interface ReceiptKey {
  readonly committed_at: number;
  readonly account_id: string;
  readonly operation_id: string;
}

const START: ReceiptKey = { committed_at: -1, account_id: '', operation_id: '' };

/**
 * Lists receipts older than 30 days, starting after a given receipt. Runs rarely, because kept
 * receipts can be as old as the last commits of their accounts, and every run visits them again.
 */
async function oldReceipts(
  db: Parameters<Parameters<Transactions<VaultTables>['read']>[0]>[0],
  before: number,
  from: ReceiptKey = START,
  limit: number,
) {
  return (
    db
      .selectFrom('receipts as old')
      .innerJoin('vaults', 'vaults.account_id', 'old.account_id')
      .select([
        'old.committed_at',
        'old.account_id',
        'old.operation_id',
        'old.revision',
        'vaults.revision as newest',
      ])
      .where('old.committed_at', '<=', before)
      // Compares all columns of the key, because with `committed_at` alone, SQLite would visit all
      // receipts of the same time in each step.
      .where((eb) =>
        eb(
          eb.refTuple('old.committed_at', 'old.account_id', 'old.operation_id'),
          '>',
          eb.tuple(from.committed_at, from.account_id, from.operation_id),
        ),
      )
      .orderBy('old.committed_at')
      .orderBy('old.account_id')
      .orderBy('old.operation_id')
      .limit(limit)
      .execute()
  );
}

async function deleteReceipts(
  db: Transaction<VaultTables>,
  receipts: readonly ReceiptKey[],
): Promise<number> {
  let total = 0;
  for (const { account_id, operation_id } of receipts)
    total += await countOf(
      db
        .deleteFrom('receipts')
        .where('account_id', '=', account_id)
        .where('operation_id', '=', operation_id),
    );
  return total;
}
