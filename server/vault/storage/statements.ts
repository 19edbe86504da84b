import type { Engine } from '../../database/open.ts';
import { queryBuilder, statement } from '../../database/statement.ts';
import type { LimitKind } from '../store.ts';
import type { VaultTables } from './tables.ts';

type Row<Table extends keyof VaultTables> = VaultTables[Table];
type AccountId = { account_id: string };
type CredentialKey = { tenant_id: string; id: string };
type Counters = CredentialKey & { counter_before: number; counter: number };

/** Every query of the vault, compiled once for one engine. Names are those of the store's steps. */
export function vaultStatements(engine: Engine) {
  const db = queryBuilder<VaultTables>(engine);
  const isPostgres = engine === 'postgres';

  return {
    // ---- challenges
    dropOldChallenges: statement<{ account_id: string; keep: number }, never>(
      'challenge_drop',
      (p) =>
        db.deleteFrom('challenges').where('id_hash', 'in', (eb) =>
          eb
            .selectFrom('challenges')
            .select('id_hash')
            .where('account_id', '=', p('account_id'))
            .orderBy('issued_at', 'desc')
            .orderBy('id_hash', 'desc')
            // SQLite has no offset without a limit.
            .limit(1_000_000)
            .offset(p('keep')),
        ),
    ),
    insertChallenge: statement<Row<'challenges'>, never>('challenge_insert', (p) =>
      db.insertInto('challenges').values({
        id_hash: p('id_hash'),
        tenant_id: p('tenant_id'),
        purpose: p('purpose'),
        challenge_hash: p('challenge_hash'),
        account_id: p('account_id'),
        session_hash: p('session_hash'),
        issued_at: p('issued_at'),
        expires_at: p('expires_at'),
        revision: p('revision'),
        digest: p('digest'),
        operation_id: p('operation_id'),
      }),
    ),
    takeChallenge: statement<{ id_hash: string }, Row<'challenges'>>('challenge_take', (p) =>
      db.deleteFrom('challenges').where('id_hash', '=', p('id_hash')).returningAll(),
    ),

    // ---- sessions
    findSession: statement<{ token_hash: string }, Row<'sessions'>>('session_find', (p) =>
      db.selectFrom('sessions').selectAll().where('token_hash', '=', p('token_hash')),
    ),
    insertSession: statement<Row<'sessions'>, never>('session_insert', (p) =>
      db.insertInto('sessions').values({
        token_hash: p('token_hash'),
        tenant_id: p('tenant_id'),
        account_id: p('account_id'),
        expires_at: p('expires_at'),
      }),
    ),
    deleteSession: statement<{ token_hash: string }, never>('session_delete', (p) =>
      db.deleteFrom('sessions').where('token_hash', '=', p('token_hash')),
    ),
    deleteOtherSessions: statement<{ account_id: string; token_hash: string }, never>(
      'session_delete_others',
      (p) =>
        db
          .deleteFrom('sessions')
          .where('account_id', '=', p('account_id'))
          .where('token_hash', '!=', p('token_hash')),
    ),

    // ---- accounts and vaults
    insertAccount: statement<Row<'accounts'>, never>('account_insert', (p) =>
      db
        .insertInto('accounts')
        .values({ id: p('id'), tenant_id: p('tenant_id'), created_at: p('created_at') }),
    ),
    deleteAccount: statement<{ id: string }, never>('account_delete', (p) =>
      db.deleteFrom('accounts').where('id', '=', p('id')),
    ),
    insertPendingVault: statement<{ account_id: string; pending_until: number }, never>(
      'vault_insert',
      (p) =>
        db
          .insertInto('vaults')
          .values({ account_id: p('account_id'), revision: 0, pending_until: p('pending_until') }),
    ),
    /** Also the first lock of each transaction that adds to an account. */
    lockVault: statement<AccountId, { revision: number }>('vault_lock', (p) =>
      db
        .selectFrom('vaults')
        .select('revision')
        .where('account_id', '=', p('account_id'))
        .$if(isPostgres, (query) => query.forUpdate()),
    ),
    readVault: statement<AccountId, Pick<Row<'vaults'>, 'revision' | 'digest' | 'envelope'>>(
      'vault_read',
      (p) =>
        db
          .selectFrom('vaults')
          .select(['revision', 'digest', 'envelope'])
          .where('account_id', '=', p('account_id')),
    ),
    advanceVault: statement<
      AccountId & {
        revision_before: number;
        revision: number;
        digest: string;
        envelope: string;
        committed_at: number;
      },
      { revision: number }
    >('vault_advance', (p) =>
      db
        .updateTable('vaults')
        .set({
          revision: p('revision'),
          digest: p('digest'),
          envelope: p('envelope'),
          committed_at: p('committed_at'),
          pending_until: null,
        })
        .where('account_id', '=', p('account_id'))
        .where('revision', '=', p('revision_before'))
        .returning('revision'),
    ),
    readRevision: statement<AccountId, { revision: number }>('vault_revision', (p) =>
      db.selectFrom('vaults').select('revision').where('account_id', '=', p('account_id')),
    ),

    // ---- credentials
    findCredential: statement<CredentialKey, Row<'credentials'>>('credential_find', (p) =>
      db
        .selectFrom('credentials')
        .selectAll()
        .where('tenant_id', '=', p('tenant_id'))
        .where('id', '=', p('id')),
    ),
    findCredentialElsewhere: statement<CredentialKey, { tenant_id: string }>(
      'credential_elsewhere',
      (p) =>
        db
          .selectFrom('credentials')
          .select('tenant_id')
          .where('id', '=', p('id'))
          .where('tenant_id', '!=', p('tenant_id'))
          .limit(1),
    ),
    /** In no order: sorting eight rows here is cheaper than a sorter in the database. */
    credentialsOf: statement<AccountId, Row<'credentials'>>('credential_of', (p) =>
      db.selectFrom('credentials').selectAll().where('account_id', '=', p('account_id')),
    ),
    insertCredential: statement<Row<'credentials'>, { id: string }>('credential_insert', (p) =>
      db
        .insertInto('credentials')
        .values({
          tenant_id: p('tenant_id'),
          id: p('id'),
          account_id: p('account_id'),
          public_key: p('public_key'),
          counter: p('counter'),
          backup_eligible: p('backup_eligible'),
          transports: p('transports'),
          created_at: p('created_at'),
          provisional_until: p('provisional_until'),
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
        .returning('id'),
    ),
    dropExpiredCredential: statement<CredentialKey & { now: number }, never>(
      'credential_drop_expired',
      (p) =>
        db
          .deleteFrom('credentials')
          .where('tenant_id', '=', p('tenant_id'))
          .where('id', '=', p('id'))
          .where('provisional_until', '<=', p('now')),
    ),
    dropExpiredCredentialsOf: statement<AccountId & { now: number }, never>(
      'credential_drop_expired_of',
      (p) =>
        db
          .deleteFrom('credentials')
          .where('account_id', '=', p('account_id'))
          .where('provisional_until', '<=', p('now')),
    ),
    activateCredential: statement<CredentialKey & AccountId & { now: number }, { id: string }>(
      'credential_activate',
      (p) =>
        db
          .updateTable('credentials')
          .set({ provisional_until: null })
          .where('tenant_id', '=', p('tenant_id'))
          .where('id', '=', p('id'))
          .where('account_id', '=', p('account_id'))
          .where('provisional_until', '>', p('now'))
          .returning('id'),
    ),
    moveCounter: statement<Counters, { id: string }>('credential_count', (p) =>
      db
        .updateTable('credentials')
        .set({ counter: p('counter') })
        .where('tenant_id', '=', p('tenant_id'))
        .where('id', '=', p('id'))
        .where('counter', '=', p('counter_before'))
        .returning('id'),
    ),
    /** A login's move: also to the same number, which finds and locks a passkey that is still there. */
    moveActiveCounter: statement<Counters & AccountId, { id: string }>(
      'credential_count_active',
      (p) =>
        db
          .updateTable('credentials')
          .set({ counter: p('counter') })
          .where('tenant_id', '=', p('tenant_id'))
          .where('id', '=', p('id'))
          .where('account_id', '=', p('account_id'))
          .where('counter', '=', p('counter_before'))
          .where('provisional_until', 'is', null)
          .returning('id'),
    ),
    removeCredential: statement<CredentialKey & AccountId, { id: string }>(
      'credential_remove',
      (p) =>
        db
          .deleteFrom('credentials')
          .where('tenant_id', '=', p('tenant_id'))
          .where('id', '=', p('id'))
          .where('account_id', '=', p('account_id'))
          .returning('id'),
    ),

    // ---- receipts
    findReceipt: statement<
      AccountId & { operation_id: string },
      Pick<Row<'receipts'>, 'revision' | 'digest'>
    >('receipt_find', (p) =>
      db
        .selectFrom('receipts')
        .select(['revision', 'digest'])
        .where('account_id', '=', p('account_id'))
        .where('operation_id', '=', p('operation_id')),
    ),
    insertReceipt: statement<Row<'receipts'>, { operation_id: string }>('receipt_insert', (p) =>
      db
        .insertInto('receipts')
        .values({
          account_id: p('account_id'),
          operation_id: p('operation_id'),
          revision: p('revision'),
          digest: p('digest'),
          committed_at: p('committed_at'),
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'operation_id']).doNothing())
        .returning('operation_id'),
    ),

    // ---- limits
    /** Nothing for an account that is gone, or is just being deleted. */
    countHit: statement<
      AccountId & { kind: LimitKind; now: number; ends_at: number },
      { hits: number; ends_at: number }
    >('limit_hit', (p) =>
      db
        .insertInto('account_limits')
        .columns(['account_id', 'kind', 'ends_at', 'hits'])
        .expression((eb) =>
          eb
            .selectFrom('accounts')
            .select([
              'accounts.id',
              eb.val(p('kind')).as('kind'),
              eb.val(p('ends_at')).as('ends_at'),
              eb.lit(1).as('hits'),
            ])
            .where('accounts.id', '=', p('account_id'))
            .$if(isPostgres, (query) => query.forKeyShare()),
        )
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'kind']).doUpdateSet((eb) => ({
            hits: eb
              .case()
              .when('account_limits.ends_at', '>', p('now'))
              .then(eb('account_limits.hits', '+', 1))
              .else(1)
              .end(),
            ends_at: eb
              .case()
              .when('account_limits.ends_at', '>', p('now'))
              .then(eb.ref('account_limits.ends_at'))
              .else(eb.ref('excluded.ends_at'))
              .end(),
          })),
        )
        .returning(['hits', 'ends_at']),
    ),
  };
}

export type VaultStatements = ReturnType<typeof vaultStatements>;
