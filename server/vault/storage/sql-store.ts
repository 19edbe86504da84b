import { setImmediate as turn } from 'node:timers/promises';
import type { SqlDriver } from '../../database/driver.ts';
import type { Engine } from '../../database/open.ts';
import { rowOf, rowsOf, Undo } from '../../database/script.ts';
import type { Challenge, Session, VaultStore } from '../store.ts';
import { vaultPurges } from './purge.ts';
import { type ReceiptWalk, receiptPurge } from './purge-receipts.ts';
import { createVaultCaches, readVault, vaultReads } from './sql-reads.ts';
import { vaultStatements } from './statements.ts';
import type { VaultTables } from './tables.ts';
import { commitScript, deletionScript, insertCredential } from './write-scripts.ts';

/**
 * Rows that one step of a purge takes. SQLite works on the event loop: fifty rows with what hangs
 * on them take a few milliseconds. PostgreSQL does not, but each step is a transaction.
 */
const PURGE_STEP = { sqlite: 50, postgres: 1000 } as const;

/** The vault's store on SQLite or PostgreSQL: the same statements in the same order on both. */
export function createSqlVaultStore(driver: SqlDriver, engine: Engine): VaultStore {
  const q = vaultStatements(engine);
  const purges = vaultPurges(engine);
  const receipts = receiptPurge(engine);
  const step: number = PURGE_STEP[engine];
  // A write below says in its last argument what it makes stale. Rows that are only added make
  // nothing stale, for only rows that were found are kept.
  const caches = createVaultCaches();
  const { sessions, vaults } = caches;

  return {
    ...vaultReads(q, driver.read, caches),
    unsettled: vaultReads(q, driver.readUnsettled, caches),

    addChallenge: (challenge, maxPerAccount) =>
      driver.write(function* () {
        const { accountId } = challenge;
        if (accountId !== null && challenge.sessionHash !== null) {
          if (engine === 'postgres') yield* rowOf(q.lockVault, { account_id: accountId });
          yield* rowsOf(q.dropOldChallenges, { account_id: accountId, keep: maxPerAccount - 1 });
        }
        yield* rowsOf(q.insertChallenge, challengeRow(challenge));
      }, 'volatile'),

    takeChallenge: (idHash) =>
      driver.write(function* () {
        const row = yield* rowOf(q.takeChallenge, { id_hash: idHash });
        return row === undefined ? undefined : challengeOf(row);
      }, 'volatile'),

    revokeSession: (tokenHash) =>
      driver.write(
        function* () {
          yield* rowsOf(q.deleteSession, { token_hash: tokenHash });
        },
        'durable',
        () => sessions.drop(tokenHash),
      ),

    createAccount: ({ credential, session }) =>
      driver.write(function* () {
        const { accountId, tenantId, createdAt } = credential;
        yield* rowsOf(q.insertAccount, {
          id: accountId,
          tenant_id: tenantId,
          created_at: createdAt,
        });
        yield* rowsOf(q.insertPendingVault, {
          account_id: accountId,
          pending_until: session.expiresAt,
        });
        if (!(yield* insertCredential(q, credential)))
          return new Undo('credential-exists' as const);
        yield* rowsOf(q.insertSession, sessionRow(session));
        return 'created' as const;
      }, 'durable'),

    addPasskey: (credential, { maxPasskeys, now }) =>
      driver.write(function* () {
        const account_id = credential.accountId;
        const vault = yield* rowOf(q.lockVault, { account_id });
        if (vault === undefined) return 'account-gone' as const;
        if (vault.revision === 0) return 'vault-pending' as const;
        yield* rowsOf(q.dropExpiredCredentialsOf, { account_id, now });
        const held = yield* rowsOf(q.credentialsOf, { account_id });
        if (held.length >= maxPasskeys) return 'passkey-limit' as const;
        return (yield* insertCredential(q, credential))
          ? ('added' as const)
          : ('credential-exists' as const);
      }, 'durable'),

    logIn: (login) =>
      driver.write(function* () {
        const { accountId } = login.session;
        // Removal and deletion lock the vault before the passkey: so does this, or they deadlock.
        if (engine === 'postgres') yield* rowOf(q.lockVault, { account_id: accountId });
        // Even where the counter stays: the passkey may have been removed since it was read.
        const moved = yield* rowOf(q.moveActiveCounter, {
          tenant_id: login.tenantId,
          id: login.credentialId,
          account_id: accountId,
          counter: login.counter,
          counter_before: login.counterBefore,
        });
        if (moved === undefined) return 'counter-moved' as const;
        const vault = yield* readVault(q, accountId);
        if (vault === undefined) return new Undo('counter-moved' as const);
        yield* rowsOf(q.insertSession, sessionRow(login.session));
        return vault;
      }, 'durable'),

    commit: (commit) =>
      driver.write(
        () => commitScript(q, commit),
        'durable',
        () => {
          vaults.drop(commit.accountId);
          if (commit.removed.length > 0) dropSessionsOf(commit.accountId);
        },
      ),

    deleteAccount: (deletion) =>
      driver.write(
        () => deletionScript(q, deletion),
        'durable',
        () => {
          vaults.drop(deletion.accountId);
          dropSessionsOf(deletion.accountId);
        },
      ),

    countHit: (accountId, kind, { now, windowMs }) =>
      driver.write(function* () {
        const row = yield* rowOf(q.countHit, {
          account_id: accountId,
          kind,
          now,
          ends_at: now + windowMs,
        });
        return row && { hits: row.hits, endsAt: row.ends_at };
      }, 'volatile'),

    async purge(now, signal) {
      let total = 0;
      for (const purge of purges) {
        for (let count = step; count === step && !signal?.aborted; total += count) {
          count = await driver.write(
            function* () {
              const bound = { before: purge.before(now), limit: step };
              return (yield* rowsOf(purge.delete, bound)).length;
            },
            'volatile',
            (deleted) => {
              if (deleted === 0 || !purge.isCached) return;
              sessions.clear();
              vaults.clear();
            },
          );
          await turn();
        }
      }
      return total;
    },

    async purgeReceipts(now, signal) {
      let total = 0;
      let walk: ReceiptWalk;
      do {
        const from = walk;
        const { surplus, next } = await driver.read(() => receipts.look(now, from, step));
        if (surplus.length > 0) {
          total += await driver.write(() => receipts.drop(surplus), 'volatile');
        }
        await turn();
        walk = next;
      } while (walk !== undefined && !signal?.aborted);
      return total;
    },

    flush: () => driver.flush(),
    async ping() {
      await driver.read(() => rowOf(q.findSession, { token_hash: '' }));
    },
    close: () => driver.close(),
  };

  function dropSessionsOf(accountId: string): void {
    sessions.dropWhere((session) => session.accountId === accountId);
  }
}

function challengeRow(challenge: Challenge): VaultTables['challenges'] {
  return {
    id_hash: challenge.idHash,
    tenant_id: challenge.tenantId,
    purpose: challenge.purpose,
    challenge_hash: challenge.challengeHash,
    account_id: challenge.accountId,
    session_hash: challenge.sessionHash,
    issued_at: challenge.issuedAt,
    expires_at: challenge.expiresAt,
    revision: challenge.revision,
    digest: challenge.digest,
    operation_id: challenge.operationId,
  };
}

function challengeOf(row: VaultTables['challenges']): Challenge {
  return {
    idHash: row.id_hash,
    tenantId: row.tenant_id,
    purpose: row.purpose,
    challengeHash: row.challenge_hash,
    accountId: row.account_id,
    sessionHash: row.session_hash,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    revision: row.revision,
    digest: row.digest,
    operationId: row.operation_id,
  };
}

function sessionRow(session: Session): VaultTables['sessions'] {
  return {
    token_hash: session.tokenHash,
    tenant_id: session.tenantId,
    account_id: session.accountId,
    expires_at: session.expiresAt,
  };
}
