import type { Transaction } from 'kysely';
import { latestEnd } from '../../live-window.ts';
import type { LimitKind } from '../store.ts';
import type { VaultTables } from './tables.ts';

/**
 * Counts a hit in the current window, or in a new window if the last window has ended. Returns
 * undefined if the account doesn't exist.
 */
export async function countHit(
  db: Transaction<VaultTables>,
  hit: {
    readonly accountId: string;
    readonly kind: LimitKind;
    readonly now: number;
    readonly windowMs: number;
  },
  isPostgres: boolean,
) {
  const { accountId, kind, now, windowMs } = hit;
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .$if(isPostgres, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (account === undefined) return undefined;
  return db
    .insertInto('account_limits')
    .values({ account_id: accountId, kind, ends_at: now + windowMs, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet((eb) => {
        const isRunning = eb.and([
          eb('account_limits.ends_at', '>', now),
          eb('account_limits.ends_at', '<=', latestEnd(windowMs, now)),
        ]);
        return {
          hits: eb
            .case()
            .when(isRunning)
            .then(eb('account_limits.hits', '+', 1))
            .else(1)
            .end(),
          ends_at: eb
            .case()
            .when(isRunning)
            .then(eb.ref('account_limits.ends_at'))
            .else(eb.ref('excluded.ends_at'))
            .end(),
        };
      }),
    )
    .returning(['hits', 'ends_at'])
    .executeTakeFirst();
}
