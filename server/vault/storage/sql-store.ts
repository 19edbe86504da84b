import type { Transaction } from 'kysely';
import { pingDatabase } from '../../database/failover/ping.ts';
import type { OpenDatabase } from '../../database/open.ts';
import { createTransactions } from '../../database/transactions.ts';
import type { VaultStore } from '../store.ts';
import { findCredential, findReceipt, lockVault, readVault } from './account-queries.ts';
import { createChallengeKey } from './challenge-key.ts';
import { commitEnvelope } from './commit-envelope.ts';
import { countHit } from './count-hit.ts';
import { type DatabaseClock, databaseClock, readClock } from './database-clock.ts';
import { deleteAccount } from './delete-account.ts';
import { addPasskey, createAccount } from './enroll.ts';
import { admits } from './enrollment.ts';
import { logIn } from './log-in.ts';
import { createPurge } from './purge.ts';
import { challengeOf, challengeRow, credentialOf, sessionOf } from './rows.ts';
import type { VaultTables } from './tables.ts';

/**
 * Stores the vault in SQLite or PostgreSQL, with the same queries in the same order. `clock`
 * decides which rows are deleted; tests replace it.
 */
export function createSqlVaultStore(
  database: OpenDatabase<VaultTables>,
  onFlushed?: (milliseconds: number) => void,
  clock: DatabaseClock = databaseClock(database.engine),
): VaultStore {
  const transactions = createTransactions(database, onFlushed);
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

    findCredential: (tenantId, id, accountId) =>
      read(async (db) => {
        const row = await findCredential(db, tenantId, id, accountId);
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
        // A single query, so that the revision and the passkeys are read at the same moment.
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

    challengeKey: createChallengeKey(transactions, clock),

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
        await lockVault(db, challenge.accountId, isPostgres);
        await dropOldChallenges(db, challenge.accountId, maxPerAccount - 1);
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

    admitsAccount: (tenantId, rules, now) => read((db) => admits(db, { tenantId, rules, now })),

    createAccount: (account) => write((db) => createAccount(db, account)),
    addPasskey: (credential, limits) =>
      write((db) => addPasskey(db, credential, limits, isPostgres)),
    logIn: (login) => write((db) => logIn(db, login, isPostgres)),
    commit: (input) => write((db) => commitEnvelope(db, input, isPostgres)),
    deleteAccount: (deletion) => write((db) => deleteAccount(db, deletion, isPostgres)),

    countHit: (accountId, kind, { now, windowMs }) =>
      writeVolatile(async (db) => {
        const row = await countHit(db, { accountId, kind, now, windowMs }, isPostgres);
        return row && { hits: row.hits, endsAt: row.ends_at };
      }),

    ...createPurge({ read, writeVolatile, engine: database.engine, clock }),

    clockDifference: (now) => read(async (db) => now - (await readClock(db, clock, now))),

    ping: () => read((db) => pingDatabase({ db, engine: database.engine }, 'sessions')),
    close: () => database.close(),
  };
}

/** Deletes an account's challenges except the newest ones. */
async function dropOldChallenges(
  db: Transaction<VaultTables>,
  accountId: string,
  kept: number,
): Promise<void> {
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
