import type { Engine } from '../../database/open.ts';
import { rowsOf, type Script } from '../../database/script.ts';
import { queryBuilder, statement } from '../../database/statement.ts';
import { RECEIPT_MS, RECEIPTS_KEPT } from '../numbers.ts';
import type { VaultTables } from './tables.ts';

interface Place {
  readonly committed_at: number;
  readonly account_id: string;
  readonly operation_id: string;
}

/** Where a walk over old receipts stands; `undefined` before its first step. */
export type ReceiptWalk = Place | undefined;

const START: Place = { committed_at: -1, account_id: '', operation_id: '' };

/** One step of the walk: receipts to delete, and where the next step begins. */
interface Found {
  readonly surplus: readonly Pick<Place, 'account_id' | 'operation_id'>[];
  readonly next: ReceiptWalk;
}

/**
 * Deletes receipts that are older than 30 days and not among their account's last. Those that stay
 * are as old as the account's last commits, so each walk comes by them again: it is taken rarely, in
 * steps of `limit` receipts, by the index of their age. Looking takes no write.
 */
export function receiptPurge(engine: Engine) {
  const db = queryBuilder<VaultTables>(engine);
  const old = statement<
    { before: number; at: number; account: string; operation: string; limit: number },
    Place & { revision: number; newest: number }
  >('old_receipts', (p) =>
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
      .where('old.committed_at', '<=', p('before'))
      // No bound on `committed_at` alone beside it: SQLite would search by that one, and come by the
      // same moment's receipts again in each step.
      .where((eb) =>
        eb(
          eb.refTuple('old.committed_at', 'old.account_id', 'old.operation_id'),
          '>',
          eb.tuple(p('at'), p('account'), p('operation')),
        ),
      )
      .orderBy('old.committed_at')
      .orderBy('old.account_id')
      .orderBy('old.operation_id')
      .limit(p('limit')),
  );
  const drop = statement<{ account: string; operation: string }, { operation_id: string }>(
    'drop_receipt',
    (p) =>
      db
        .deleteFrom('receipts')
        .where('account_id', '=', p('account'))
        .where('operation_id', '=', p('operation'))
        .returning('operation_id'),
  );

  return {
    *look(now: number, from: ReceiptWalk, limit: number): Script<Found> {
      const { committed_at: at, account_id: account, operation_id: operation } = from ?? START;
      const bound = { before: now - RECEIPT_MS, at, account, operation, limit };
      const seen = yield* rowsOf(old, bound);
      return {
        // Each commit is one revision, so these are all but the account's latest receipts; they stay
        // so, for revisions only grow.
        surplus: seen.filter(({ revision, newest }) => revision <= newest - RECEIPTS_KEPT),
        next: seen.length < limit ? undefined : seen.at(-1),
      };
    },
    *drop(surplus: Found['surplus']): Script<number> {
      let deleted = 0;
      for (const { account_id, operation_id } of surplus) {
        const rows = yield* rowsOf(drop, { account: account_id, operation: operation_id });
        deleted += rows.length;
      }
      return deleted;
    },
  };
}
