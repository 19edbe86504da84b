import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from '../../database/open.ts';
import { createTransactions, Undo } from '../../database/transactions.ts';
import type {
  Commit,
  CommitResult,
  Deletion,
  LimitKind,
  NewCredential,
  StoredVault,
  VaultStore,
} from '../store.ts';
import { createPurge } from './purge.ts';
import {
  challengeOf,
  challengeRow,
  credentialOf,
  credentialRow,
  sessionOf,
  sessionRow,
} from './rows.ts';
import type { VaultTables } from './tables.ts';

type Db = Kysely<VaultTables>;
type Tx = Transaction<VaultTables>;

/** Keeps the vault in SQLite or PostgreSQL, by the same queries in the same order. */
export function createSqlVaultStore(database: OpenDatabase<VaultTables>): VaultStore {
  const { read, write, writeVolatile } = createTransactions(database);
  const isPostgres = database.engine === 'postgres';

  /**
   * Returns the vault's revision and locks its row on PostgreSQL. Every change to an account takes
   * this lock first, to avoid deadlocks.
   */
  async function lockVault(db: Tx, accountId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('vaults')
      .select('revision')
      .where('account_id', '=', accountId)
      .$if(isPostgres, (query) => query.forUpdate())
      .executeTakeFirst();
    return row?.revision;
  }

  /** Replaces the envelope, or nothing at all when any part of the commit has lost a race. */
  async function commit(db: Tx, commit: Commit): Promise<CommitResult | Undo<CommitResult>> {
    const { accountId, tenantId, operationId, digest, envelope, now } = commit;
    const revision = commit.revision + 1;
    const advanced = await db
      .updateTable('vaults')
      .set({ revision, digest, envelope, committed_at: now, pending_until: null })
      .where('account_id', '=', accountId)
      .where('revision', '=', commit.revision)
      .returning('revision')
      .executeTakeFirst();
    if (advanced === undefined) {
      const receipt = await findReceipt(db, accountId, operationId);
      return receipt === undefined ? 'revision-conflict' : 'operation-exists';
    }
    for (const id of commit.activated) {
      const activated = await db
        .updateTable('credentials')
        .set({ provisional_until: null })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('provisional_until', '>', now)
        .returning('id')
        .executeTakeFirst();
      if (activated === undefined) return new Undo('lost-race');
    }
    if (commit.counter !== commit.counterBefore) {
      const moved = await db
        .updateTable('credentials')
        .set({ counter: commit.counter })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', commit.credentialId)
        .where('counter', '=', commit.counterBefore)
        .returning('id')
        .executeTakeFirst();
      if (moved === undefined) return new Undo('lost-race');
    }
    const receipt = await db
      .insertInto('receipts')
      .values({
        account_id: accountId,
        operation_id: operationId,
        revision,
        digest,
        committed_at: now,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'operation_id']).doNothing())
      .returning('operation_id')
      .executeTakeFirst();
    if (receipt === undefined) return new Undo('operation-exists');
    for (const id of commit.removed) {
      const removed = await db
        .deleteFrom('credentials')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst();
      if (removed === undefined) return new Undo('lost-race');
    }
    if (commit.removed.length > 0)
      await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('token_hash', '!=', commit.sessionHash)
        .execute();
    return 'committed';
  }

  /** Deletes an account whose vault is still what its owner signed for. */
  async function deleteAccount(db: Tx, deletion: Deletion): Promise<CommitResult> {
    const { accountId, tenantId, credentialId } = deletion;
    if ((await lockVault(db, accountId)) !== deletion.revision) return 'revision-conflict';
    // The signer's counter goes with the account, so it is compared, not moved.
    const signer = await findCredential(db, tenantId, credentialId);
    if (signer?.counter !== deletion.counterBefore) return 'lost-race';
    await db.deleteFrom('challenges').where('account_id', '=', accountId).execute();
    await db.deleteFrom('accounts').where('id', '=', accountId).execute();
    return 'committed';
  }

  return {
    findSession: (tokenHash) =>
      read(async (db) => {
        const row = await db
          .selectFrom('sessions')
          .selectAll()
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst();
        return row && sessionOf(row);
      }),

    findCredential: (tenantId, id) =>
      read(async (db) => {
        const row = await findCredential(db, tenantId, id);
        return row && credentialOf(row);
      }),

    isCredentialElsewhere: (tenantId, id) =>
      read(async (db) => {
        const row = await db
          .selectFrom('credentials')
          .select('tenant_id')
          .where('id', '=', id)
          .where('tenant_id', '!=', tenantId)
          .limit(1)
          .executeTakeFirst();
        return row !== undefined;
      }),

    readAccount: (accountId) =>
      read(async (db) => {
        // One query, so that revision and passkeys are of the same moment.
        const rows = await db
          .selectFrom('credentials')
          .innerJoin('vaults', 'vaults.account_id', 'credentials.account_id')
          .selectAll('credentials')
          .select('vaults.revision')
          .where('credentials.account_id', '=', accountId)
          .orderBy('created_at')
          .orderBy('id')
          .execute();
        const [first] = rows;
        return (
          first && {
            id: accountId,
            revision: first.revision,
            credentials: rows.map(credentialOf),
          }
        );
      }),

    readVault: (accountId) => read((db) => readVault(db, accountId)),

    findReceipt: (accountId, operationId) => read((db) => findReceipt(db, accountId, operationId)),

    addChallenge: (challenge, maxPerAccount) =>
      writeVolatile(async (db) => {
        const { accountId } = challenge;
        if (accountId !== null && challenge.sessionHash !== null) {
          await lockVault(db, accountId);
          await dropOldChallenges(db, accountId, maxPerAccount - 1);
        }
        await db.insertInto('challenges').values(challengeRow(challenge)).execute();
      }),

    takeChallenge: (idHash) =>
      write(async (db) => {
        const row = await db
          .deleteFrom('challenges')
          .where('id_hash', '=', idHash)
          .returningAll()
          .executeTakeFirst();
        return row && challengeOf(row);
      }),

    revokeSession: (tokenHash) =>
      write(async (db) => {
        await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
      }),

    createAccount: ({ credential, session }) =>
      write(async (db) => {
        const { accountId, tenantId, createdAt } = credential;
        await db
          .insertInto('accounts')
          .values({ id: accountId, tenant_id: tenantId, created_at: createdAt })
          .execute();
        await db
          .insertInto('vaults')
          .values({ account_id: accountId, revision: 0, pending_until: session.expiresAt })
          .execute();
        if (!(await insertCredential(db, credential)))
          return new Undo('credential-exists' as const);
        await db.insertInto('sessions').values(sessionRow(session)).execute();
        return 'created' as const;
      }),

    addPasskey: (credential, { maxPasskeys, now }) =>
      write(async (db) => {
        const { accountId } = credential;
        const revision = await lockVault(db, accountId);
        if (revision === undefined) return 'account-gone' as const;
        if (revision === 0) return 'vault-pending' as const;
        await db
          .deleteFrom('credentials')
          .where('account_id', '=', accountId)
          .where('provisional_until', '<=', now)
          .execute();
        const { count } = await db
          .selectFrom('credentials')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (count >= maxPasskeys) return 'passkey-limit' as const;
        const isNew = await insertCredential(db, credential);
        return isNew ? ('added' as const) : ('credential-exists' as const);
      }),

    logIn: ({ tenantId, credentialId, counterBefore, counter, session }) =>
      write(async (db) => {
        const { accountId } = session;
        // Removal and deletion lock the vault before the passkey: so does this, or they deadlock.
        await lockVault(db, accountId);
        // Even where the counter stays: the passkey may have been removed since it was read.
        const moved = await db
          .updateTable('credentials')
          .set({ counter })
          .where('tenant_id', '=', tenantId)
          .where('id', '=', credentialId)
          .where('account_id', '=', accountId)
          .where('counter', '=', counterBefore)
          .where('provisional_until', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (moved === undefined) return 'counter-moved' as const;
        const vault = await readVault(db, accountId);
        if (vault === undefined) return new Undo('counter-moved' as const);
        await db.insertInto('sessions').values(sessionRow(session)).execute();
        return vault;
      }),

    commit: (input) => write((db) => commit(db, input)),
    deleteAccount: (deletion) => write((db) => deleteAccount(db, deletion)),

    countHit: (accountId, kind, { now, windowMs }) =>
      writeVolatile(async (db) => {
        const row = await countHit(db, { accountId, kind, now, windowMs }, isPostgres);
        return row && { hits: row.hits, endsAt: row.ends_at };
      }),

    ...createPurge({ read, writeVolatile, engine: database.engine }),

    ping: () =>
      read(async (db) => {
        await db.selectFrom('sessions').select('token_hash').limit(1).execute();
      }),
    close: () => database.close(),
  };
}

async function findCredential(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('credentials')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the account's vault, unless it is pending. */
async function readVault(db: Db, accountId: string): Promise<StoredVault | undefined> {
  const row = await db
    .selectFrom('vaults')
    .select(['revision', 'digest', 'envelope'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined || row.envelope === null || row.digest === null) return undefined;
  return { revision: row.revision, digest: row.digest, envelope: row.envelope };
}

async function findReceipt(db: Db, accountId: string, operationId: string) {
  return db
    .selectFrom('receipts')
    .select(['revision', 'digest'])
    .where('account_id', '=', accountId)
    .where('operation_id', '=', operationId)
    .executeTakeFirst();
}

/** Adds a passkey in the place of one that was never used in time; false when its id is taken. */
async function insertCredential(db: Tx, credential: NewCredential): Promise<boolean> {
  await db
    .deleteFrom('credentials')
    .where('tenant_id', '=', credential.tenantId)
    .where('id', '=', credential.id)
    .where('provisional_until', '<=', credential.createdAt)
    .execute();
  const inserted = await db
    .insertInto('credentials')
    .values(credentialRow(credential))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Keeps an account's newest challenges. */
async function dropOldChallenges(db: Tx, accountId: string, kept: number): Promise<void> {
  const newest = db
    .selectFrom('challenges')
    .select('id_hash')
    .where('account_id', '=', accountId)
    .orderBy('issued_at', 'desc')
    .orderBy('id_hash', 'desc')
    .limit(kept);
  await db
    .deleteFrom('challenges')
    .where('account_id', '=', accountId)
    .where('id_hash', 'not in', newest)
    .execute();
}

/** Counts a hit of the running window, or begins a new one; undefined for an account that is gone. */
async function countHit(
  db: Tx,
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
        const isRunning = eb('account_limits.ends_at', '>', now);
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
