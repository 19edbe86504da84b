import type { Engine } from '../../database/open.ts';
import { queryBuilder, statement } from '../../database/statement.ts';
import { PENDING_ACCOUNT_MS } from '../numbers.ts';
import type { VaultTables } from './tables.ts';

type Bound = { before: number; limit: number };
type Key = { key: string };

/** One kind of leftover, and the time before which a row of it has passed. */
export interface Purge {
  readonly delete: ReturnType<typeof statement<Bound, Key>>;
  /** Whether a cache may hold what it deletes. */
  readonly isCached: boolean;
  before(now: number): number;
}

/**
 * Deletes what has passed its time. Each statement takes a bounded number of rows, so that no
 * request waits for long, and finds them by an index.
 *
 * A row that somebody renews at this moment stays: on PostgreSQL a delete that waited for a lock does
 * not ask its subselect again, so the subselect itself locks what it finds (and looks again at what
 * it had to lock), passes over what others hold, and the delete asks for the time once more.
 * Challenges and sessions are never renewed.
 */
export function vaultPurges(engine: Engine): readonly Purge[] {
  const db = queryBuilder<VaultTables>(engine);
  const isPostgres = engine === 'postgres';
  const atExpiry = (now: number) => now;

  return [
    {
      before: atExpiry,
      isCached: false,
      delete: statement<Bound, Key>('purge_challenges', (p) =>
        db
          .deleteFrom('challenges')
          .where('id_hash', 'in', (eb) =>
            eb
              .selectFrom('challenges')
              .select('id_hash')
              .where('expires_at', '<=', p('before'))
              .limit(p('limit')),
          )
          .returning('id_hash as key'),
      ),
    },
    {
      before: atExpiry,
      isCached: true,
      delete: statement<Bound, Key>('purge_sessions', (p) =>
        db
          .deleteFrom('sessions')
          .where('token_hash', 'in', (eb) =>
            eb
              .selectFrom('sessions')
              .select('token_hash')
              .where('expires_at', '<=', p('before'))
              .limit(p('limit')),
          )
          .returning('token_hash as key'),
      ),
    },
    {
      before: atExpiry,
      isCached: false,
      delete: statement<Bound, Key>('purge_credentials', (p) =>
        db
          .deleteFrom('credentials')
          .where('provisional_until', '<=', p('before'))
          .where((eb) =>
            eb(
              eb.refTuple('tenant_id', 'id'),
              'in',
              eb
                .selectFrom('credentials')
                .select(['tenant_id', 'id'])
                .where('provisional_until', '<=', p('before'))
                .limit(p('limit'))
                .$if(isPostgres, (query) => query.forUpdate().skipLocked())
                .$asTuple('tenant_id', 'id'),
            ),
          )
          .returning('id as key'),
      ),
    },
    {
      before: (now) => now - PENDING_ACCOUNT_MS,
      isCached: true,
      delete: statement<Bound, Key>('purge_accounts', (p) =>
        db
          .deleteFrom('accounts')
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('vaults')
              .select('account_id')
              .where('pending_until', '<=', p('before'))
              .limit(p('limit'))
              .$if(isPostgres, (query) => query.forUpdate().skipLocked()),
          )
          .returning('id as key'),
      ),
    },
    {
      before: atExpiry,
      isCached: false,
      delete: statement<Bound, Key>('purge_limits', (p) =>
        db
          .deleteFrom('account_limits')
          .where('ends_at', '<=', p('before'))
          .where((eb) =>
            eb(
              eb.refTuple('account_id', 'kind'),
              'in',
              eb
                .selectFrom('account_limits')
                .select(['account_id', 'kind'])
                .where('ends_at', '<=', p('before'))
                .limit(p('limit'))
                .$if(isPostgres, (query) => query.forUpdate().skipLocked())
                .$asTuple('account_id', 'kind'),
            ),
          )
          .returning('account_id as key'),
      ),
    },
  ];
}
