import type { SqlDriver } from '../../database/driver.ts';
import type { Engine } from '../../database/open.ts';
import { createReadCache } from '../../database/read-cache.ts';
import { rowOf, rowsOf, type Script, Undo } from '../../database/script.ts';
import type {
  Challenge,
  Commit,
  CommitResult,
  Credential,
  Deletion,
  NewCredential,
  Session,
  StoredVault,
  VaultReads,
  VaultStore,
} from '../store.ts';
import { vaultPurges } from './purge.ts';
import { type ReceiptWalk, receiptPurge } from './purge-receipts.ts';
import { type VaultStatements, vaultStatements } from './statements.ts';
import type { VaultTables } from './tables.ts';

const PURGE_BATCH = 500;

/** What the reads of every bearer route find without SQLite: so many sessions, characters of envelopes. */
const CACHED_SESSIONS = 1_000;
const CACHED_CHARACTERS = 2_000_000;

/** The vault's store on SQLite or PostgreSQL: the same statements in the same order on both. */
export function createSqlVaultStore(driver: SqlDriver, engine: Engine): VaultStore {
  const q = vaultStatements(engine);
  const purges = vaultPurges(engine);
  const receipts = receiptPurge(engine);
  // A write below says in its last argument what it makes stale. Rows that are only added make
  // nothing stale, for only rows that were found are kept.
  const sessions = createReadCache<Session>(CACHED_SESSIONS, () => 1);
  const vaults = createReadCache<StoredVault>(CACHED_CHARACTERS, (vault) => vault.envelope.length);

  const readsBy = (read: SqlDriver['read']): VaultReads => ({
    findSession: (tokenHash) => {
      const script = function* (): Script<Session | undefined> {
        const row = yield* rowOf(q.findSession, { token_hash: tokenHash });
        return row === undefined
          ? undefined
          : {
              tokenHash: row.token_hash,
              tenantId: row.tenant_id,
              accountId: row.account_id,
              expiresAt: row.expires_at,
            };
      };
      return read(script, { cache: sessions, key: tokenHash });
    },

    findCredential: (tenantId, id) =>
      read(function* () {
        const row = yield* rowOf(q.findCredential, { tenant_id: tenantId, id });
        return row === undefined ? undefined : credentialOf(row);
      }),

    isCredentialElsewhere: (tenantId, id) =>
      read(function* () {
        const row = yield* rowOf(q.findCredentialElsewhere, { tenant_id: tenantId, id });
        return row !== undefined;
      }),

    readAccount: (accountId) =>
      read(function* () {
        const vault = yield* rowOf(q.readRevision, { account_id: accountId });
        const rows = yield* rowsOf(q.credentialsOf, { account_id: accountId });
        if (vault === undefined || rows.length === 0) return undefined;
        const credentials = rows.map(credentialOf).sort(byAge);
        return { id: accountId, revision: vault.revision, credentials };
      }),

    readVault: (accountId) =>
      read(() => readVault(q, accountId), { cache: vaults, key: accountId }),

    findReceipt: (accountId, operationId) =>
      read(() => rowOf(q.findReceipt, { account_id: accountId, operation_id: operationId })),
  });

  return {
    ...readsBy(driver.read),
    unsettled: readsBy(driver.readUnsettled),

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
        return { hits: row?.hits ?? 0, endsAt: row?.ends_at ?? now };
      }, 'volatile'),

    async purge(now) {
      let total = 0;
      for (const purge of purges) {
        for (let count = PURGE_BATCH; count === PURGE_BATCH; total += count) {
          count = await driver.write(
            function* () {
              const bound = { before: purge.before(now), limit: PURGE_BATCH };
              return (yield* rowsOf(purge.delete, bound)).length;
            },
            'volatile',
            (deleted) => {
              if (deleted === 0) return;
              sessions.clear();
              vaults.clear();
            },
          );
        }
      }
      let walk: ReceiptWalk;
      do {
        const from = walk;
        const { deleted, next } = await driver.write(() => receipts(now, from), 'volatile');
        total += deleted;
        walk = next;
      } while (walk !== undefined);
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

function* commitScript(
  q: VaultStatements,
  commit: Commit,
): Script<CommitResult | Undo<CommitResult>> {
  const { accountId: account_id, tenantId: tenant_id, operationId: operation_id } = commit;
  const revision = commit.revision + 1;
  const advanced = yield* rowOf(q.advanceVault, {
    account_id,
    revision_before: commit.revision,
    revision,
    digest: commit.digest,
    envelope: commit.envelope,
    committed_at: commit.now,
  });
  if (advanced === undefined) {
    const receipt = yield* rowOf(q.findReceipt, { account_id, operation_id });
    return receipt === undefined ? 'revision-conflict' : 'operation-exists';
  }
  for (const id of commit.activated) {
    const row = yield* rowOf(q.activateCredential, { tenant_id, id, account_id, now: commit.now });
    if (row === undefined) return new Undo('lost-race');
  }
  if (commit.counter !== commit.counterBefore) {
    const moved = yield* rowOf(q.moveCounter, {
      tenant_id,
      id: commit.credentialId,
      counter: commit.counter,
      counter_before: commit.counterBefore,
    });
    if (moved === undefined) return new Undo('lost-race');
  }
  const receipt = yield* rowOf(q.insertReceipt, {
    account_id,
    operation_id,
    revision,
    digest: commit.digest,
    committed_at: commit.now,
  });
  if (receipt === undefined) return new Undo('operation-exists');
  for (const id of commit.removed) {
    const removed = yield* rowOf(q.removeCredential, { tenant_id, id, account_id });
    if (removed === undefined) return new Undo('lost-race');
  }
  if (commit.removed.length > 0) {
    yield* rowsOf(q.deleteOtherSessions, { account_id, token_hash: commit.sessionHash });
  }
  return 'committed';
}

function* deletionScript(q: VaultStatements, deletion: Deletion): Script<CommitResult> {
  const vault = yield* rowOf(q.lockVault, { account_id: deletion.accountId });
  if (vault?.revision !== deletion.revision) return 'revision-conflict';
  // The signer's counter goes with the account, so it is compared, not moved.
  const signer = yield* rowOf(q.findCredential, {
    tenant_id: deletion.tenantId,
    id: deletion.credentialId,
  });
  if (signer?.counter !== deletion.counterBefore) return 'lost-race';
  yield* rowsOf(q.dropOldChallenges, { account_id: deletion.accountId, keep: 0 });
  yield* rowsOf(q.deleteAccount, { id: deletion.accountId });
  return 'committed';
}

function* readVault(q: VaultStatements, accountId: string): Script<StoredVault | undefined> {
  const row = yield* rowOf(q.readVault, { account_id: accountId });
  if (row === undefined || row.envelope === null || row.digest === null) return undefined;
  return { revision: row.revision, digest: row.digest, envelope: row.envelope };
}

function* insertCredential(q: VaultStatements, credential: NewCredential): Script<boolean> {
  const key = { tenant_id: credential.tenantId, id: credential.id };
  yield* rowsOf(q.dropExpiredCredential, { ...key, now: credential.createdAt });
  const inserted = yield* rowOf(q.insertCredential, {
    ...key,
    account_id: credential.accountId,
    public_key: credential.publicKey,
    counter: credential.counter,
    backup_eligible: credential.isBackupEligible ? 1 : 0,
    transports: JSON.stringify(credential.transports),
    created_at: credential.createdAt,
    provisional_until: credential.provisionalUntil,
  });
  return inserted !== undefined;
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

function sessionRow(session: {
  tokenHash: string;
  tenantId: string;
  accountId: string;
  expiresAt: number;
}): VaultTables['sessions'] {
  return {
    token_hash: session.tokenHash,
    tenant_id: session.tenantId,
    account_id: session.accountId,
    expires_at: session.expiresAt,
  };
}

function byAge(a: Credential, b: Credential): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

function credentialOf(row: VaultTables['credentials']): Credential {
  const transports: unknown = JSON.parse(row.transports);
  return {
    tenantId: row.tenant_id,
    id: row.id,
    accountId: row.account_id,
    publicKey: Uint8Array.from(row.public_key),
    counter: row.counter,
    isBackupEligible: row.backup_eligible === 1,
    transports: Array.isArray(transports)
      ? transports.filter((transport) => typeof transport === 'string')
      : [],
    createdAt: row.created_at,
    provisionalUntil: row.provisional_until,
  };
}
