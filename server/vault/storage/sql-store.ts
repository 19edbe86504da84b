import type { ExpressionBuilder, Transaction } from 'kysely';
import type { OpenDatabase } from '../../database/open.ts';
import { pingDatabase } from '../../database/ping.ts';
import { createTransactions, Undo } from '../../database/transactions.ts';
import { latestEnd } from '../../live-window.ts';
import { PROVISIONAL_MS } from '../numbers.ts';
import type { NewCredential, VaultStore } from '../store.ts';
import { findCredential, findReceipt, lockVault, readVault } from './account-queries.ts';
import { createChallengeKey } from './challenge-key.ts';
import { commitEnvelope } from './commit-envelope.ts';
import { countHit } from './count-hit.ts';
import { deleteAccount } from './delete-account.ts';
import { admits, isLimited, lockEnrollment, readEnrollment } from './enrollment.ts';
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

type Tx = Transaction<VaultTables>;

/** Stores the vault in SQLite or PostgreSQL, with the same queries in the same order. */
export function createSqlVaultStore(database: OpenDatabase<VaultTables>): VaultStore {
  const transactions = createTransactions(database);
  const { read, write, writeVolatile } = transactions;
  const isPostgres = database.engine === 'postgres';

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
        // One query, so that revision and passkeys are from the same moment.
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

    challengeKey: createChallengeKey(transactions),

    consumeChallenge: (idHash, expiresAt) =>
      write(async (db) => {
        const inserted = await db
          .insertInto('consumed_challenges')
          .values({ id_hash: idHash, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('id_hash').doNothing())
          .returning('id_hash')
          .executeTakeFirst();
        return inserted !== undefined;
      }),

    addChallenge: (challenge, maxPerAccount) =>
      writeVolatile(async (db) => {
        const { accountId } = challenge;
        if (accountId !== null) {
          await lockVault(db, accountId, isPostgres);
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

    async admitsAccount(tenantId, rules, now) {
      if (!isLimited(rules)) return true;
      return read(async (db) =>
        admits(db, await readEnrollment(db, tenantId), { tenantId, rules, now }),
      );
    },

    createAccount: ({ credential, session, rules }) =>
      write(async (db) => {
        const { accountId, tenantId, createdAt: now } = credential;
        const enrollment = isLimited(rules) ? await lockEnrollment(db, tenantId) : undefined;
        if (isLimited(rules) && !(await admits(db, enrollment, { tenantId, rules, now })))
          return new Undo('enrollment-closed' as const);
        await db
          .insertInto('accounts')
          .values({
            id: accountId,
            tenant_id: tenantId,
            created_at: now,
            window_id: rules.isOpen ? null : (enrollment?.window_id ?? null),
          })
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
        const vault = await lockVault(db, accountId, isPostgres);
        if (vault === undefined || vault.isDisabled) return 'account-gone' as const;
        if (vault.revision === 0) return 'vault-pending' as const;
        await db
          .deleteFrom('credentials')
          .where('account_id', '=', accountId)
          .where(isProvisionalOver(now))
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

    logIn: ({ tenantId, credentialId, counterBefore, counter, session, now }) =>
      write(async (db) => {
        const { accountId } = session;
        // Removal and deletion also lock the vault before the passkey; another order would
        // deadlock.
        if ((await lockVault(db, accountId, isPostgres))?.isDisabled)
          return 'account-disabled' as const;
        // Also when the counter doesn't change: the passkey may have been removed since it was
        // read.
        const moved = await db
          .updateTable('credentials')
          .set({ counter, last_used_at: now })
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

    commit: (input) => write((db) => commitEnvelope(db, input, isPostgres)),
    deleteAccount: (deletion) => write((db) => deleteAccount(db, deletion, isPostgres)),

    countHit: (accountId, kind, { now, windowMs }) =>
      writeVolatile(async (db) => {
        const row = await countHit(db, { accountId, kind, now, windowMs }, isPostgres);
        return row && { hits: row.hits, endsAt: row.ends_at };
      }),

    ...createPurge({ read, writeVolatile, engine: database.engine }),

    ping: () => read((db) => pingDatabase({ db, engine: database.engine }, 'sessions')),
    close: () => database.close(),
  };
}

/** Adds a passkey, replacing an expired provisional one; returns false when its id exists. */
async function insertCredential(db: Tx, credential: NewCredential): Promise<boolean> {
  await db
    .deleteFrom('credentials')
    .where('tenant_id', '=', credential.tenantId)
    .where('id', '=', credential.id)
    .where(isProvisionalOver(credential.createdAt))
    .execute();
  const inserted = await db
    .insertInto('credentials')
    .values(credentialRow(credential))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Condition: the passkey's time for its first commit is over. */
function isProvisionalOver(now: number) {
  return ({ eb, or }: ExpressionBuilder<VaultTables, 'credentials'>) =>
    or([
      eb('provisional_until', '<=', now),
      eb('provisional_until', '>', latestEnd(PROVISIONAL_MS, now)),
    ]);
}

/** Deletes all but an account's newest challenges. */
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
