import type { SqlDriver } from '../../database/driver.ts';
import { createReadCache, type ReadCache } from '../../database/read-cache.ts';
import { rowOf, rowsOf, type Script } from '../../database/script.ts';
import type { Credential, Session, StoredVault, VaultReads } from '../store.ts';
import type { VaultStatements } from './statements.ts';
import type { VaultTables } from './tables.ts';

/** What the reads of every bearer route find without SQLite: so many sessions, characters of envelopes. */
const CACHED_SESSIONS = 1_000;
const CACHED_CHARACTERS = 2_000_000;

/** Rows that were found, by token hash and by account; whoever writes drops what becomes stale. */
export interface VaultCaches {
  readonly sessions: ReadCache<Session>;
  readonly vaults: ReadCache<StoredVault>;
}

/** Empty caches; they fill only on an engine that knows of everybody's changes (`SqlDriver.read`). */
export function createVaultCaches(): VaultCaches {
  return {
    sessions: createReadCache(CACHED_SESSIONS, () => 1),
    vaults: createReadCache(CACHED_CHARACTERS, (vault) => vault.envelope.length),
  };
}

/** The vault's reads by one of a driver's ways to read. */
export function vaultReads(
  q: VaultStatements,
  read: SqlDriver['read'],
  { sessions, vaults }: VaultCaches,
): VaultReads {
  return {
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
  };
}

/** The account's vault, unless it is pending. */
export function* readVault(q: VaultStatements, accountId: string): Script<StoredVault | undefined> {
  const row = yield* rowOf(q.readVault, { account_id: accountId });
  if (row === undefined || row.envelope === null || row.digest === null) return undefined;
  return { revision: row.revision, digest: row.digest, envelope: row.envelope };
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
