import { type Kysely, sql } from 'kysely';
import type { Migration } from '../../database/migrate.ts';
import type { LimitKind, Purpose } from '../store.ts';

/** Times are Unix milliseconds. Ids, hashes and digests are base64url. Flags are 0 or 1. */
export interface VaultTables {
  accounts: {
    id: string;
    tenant_id: string;
    created_at: number;
  };
  vaults: {
    account_id: string;
    revision: number;
    digest: string | null;
    envelope: string | null;
    committed_at: number | null;
    /** End of the bootstrap session while the vault is at revision 0; null afterwards. */
    pending_until: number | null;
    /** Set while the host has disabled the account. Every login and change reads this row. */
    disabled_at: number | null;
  };
  credentials: {
    tenant_id: string;
    id: string;
    account_id: string;
    public_key: Uint8Array;
    counter: number;
    backup_eligible: number;
    /** JSON list. */
    transports: string;
    created_at: number;
    /** Null once a mutation has committed the passkey's wrap. */
    provisional_until: number | null;
    /** Time of the passkey's last login; null before the first login. */
    last_used_at: number | null;
  };
  receipts: {
    account_id: string;
    operation_id: string;
    revision: number;
    digest: string;
    committed_at: number;
  };
  challenges: {
    id_hash: string;
    tenant_id: string;
    purpose: Purpose;
    challenge_hash: string;
    account_id: string;
    session_hash: string;
    issued_at: number;
    expires_at: number;
    revision: number | null;
    digest: string | null;
    operation_id: string | null;
  };
  /** A single row with the key that seals anonymous challenges. Backups leave out this table. */
  challenge_keys: { slot: number; secret: Uint8Array; used_at: number };
  /** Ids of used anonymous challenges, which have no account. */
  consumed_challenges: { id_hash: string; expires_at: number };
  sessions: { token_hash: string; tenant_id: string; account_id: string; expires_at: number };
  account_limits: { account_id: string; kind: LimitKind; ends_at: number; hits: number };
  /** One row per tenant with limited accounts. Locked while an account is created. */
  enrollments: { tenant_id: string };
}

/**
 * Tables whose rows a backup must not contain, because a restore would make used challenges and
 * revoked sessions valid again.
 */
export const SECRET_TABLES = [
  'challenge_keys',
  'challenges',
  'sessions',
] as const satisfies readonly (keyof VaultTables)[];

/** Before `002-plain-ids`, keys began with two characters of the account's id. */
const withPrefix = (column: string) =>
  sql.raw(`check (substr(${column}, 1, 2) = substr(account_id, 1, 2))`);

export const vaultMigrations: readonly Migration<VaultTables>[] = [
  {
    name: '001-initial',
    async up(db, engine) {
      const isSqlite = engine === 'sqlite';
      const integer = sql.raw(isSqlite ? 'integer' : 'bigint');
      const bytes = sql.raw(isSqlite ? 'blob' : 'bytea');
      const strict = sql.raw(isSqlite ? 'strict' : '');
      const keyed = sql.raw(isSqlite ? 'strict, without rowid' : '');
      // With this type, PostgreSQL sorts by bytes, as SQLite does.
      const key = sql.raw(isSqlite ? 'text' : 'text collate "C"');
      const account = sql`${key} not null references accounts (id) on delete cascade`;
      await sql`create table accounts (
        id ${key} primary key, tenant_id text not null, created_at ${integer} not null,
        window_id text
      ) ${strict}`.execute(db);
      await sql`create table vaults (
        account_id ${key} primary key references accounts (id) on delete cascade,
        revision ${integer} not null check (revision >= 0),
        digest text, envelope text, committed_at ${integer}, pending_until ${integer},
        disabled_at ${integer},
        check ((revision = 0) = (envelope is null)), check ((revision = 0) = (digest is null))
      ) ${strict}`.execute(db);
      await sql`create table credentials (
        tenant_id text not null, id ${key} not null, account_id ${account},
        public_key ${bytes} not null, counter ${integer} not null,
        backup_eligible ${integer} not null, transports text not null,
        created_at ${integer} not null, provisional_until ${integer}, last_used_at ${integer},
        primary key (account_id, id)
      ) ${keyed}`.execute(db);
      await sql`create table receipts (
        account_id ${account}, operation_id ${key} not null, revision ${integer} not null,
        digest text not null, committed_at ${integer} not null,
        primary key (account_id, operation_id)
      ) ${keyed}`.execute(db);
      await sql`create table challenges (
        id_hash ${key} primary key, tenant_id text not null, purpose text not null,
        challenge_hash text not null, account_id ${key} not null, session_hash text not null,
        issued_at ${integer} not null, expires_at ${integer} not null,
        revision ${integer}, digest text, operation_id text, ${withPrefix('id_hash')}
      ) ${keyed}`.execute(db);
      await sql`create table challenge_keys (
        slot ${integer} primary key check (slot = 1), secret ${bytes} not null,
        used_at ${integer} not null
      ) ${strict}`.execute(db);
      await sql`create table shard_keys (
        slot ${integer} primary key check (slot = 1), secret ${bytes} not null
      ) ${strict}`.execute(db);
      await sql`create table consumed_challenges (
        id_hash ${key} primary key, expires_at ${integer} not null
      ) ${keyed}`.execute(db);
      await sql`create table sessions (
        token_hash ${key} primary key, tenant_id text not null, account_id ${account},
        expires_at ${integer} not null, ${withPrefix('token_hash')}
      ) ${keyed}`.execute(db);
      await sql`create table account_limits (
        account_id ${account}, kind text not null, ends_at ${integer} not null,
        hits ${integer} not null, primary key (account_id, kind)
      ) ${keyed}`.execute(db);
      await sql`create table enrollments (
        tenant_id text primary key, window_id text, opened_at ${integer}, ends_at ${integer},
        places ${integer}
      ) ${keyed}`.execute(db);
      for (const index of [
        'accounts_tenant on accounts (tenant_id, created_at, id)',
        'accounts_window on accounts (window_id) where window_id is not null',
        'vaults_pending on vaults (pending_until) where pending_until is not null',
        'credentials_provisional on credentials (provisional_until) where provisional_until is not null',
        'receipts_age on receipts (committed_at)',
        'challenges_account on challenges (account_id, issued_at)',
        'challenges_age on challenges (expires_at)',
        'consumed_challenges_age on consumed_challenges (expires_at)',
        'sessions_account on sessions (account_id)',
        'sessions_age on sessions (expires_at)',
        'account_limits_age on account_limits (ends_at)',
      ]) {
        await sql.raw(`create index ${index}`).execute(db);
      }
      // This is the only unique index across accounts. Only registrations and unknown passkeys need
      // it.
      await sql`create unique index credentials_id on credentials (id, tenant_id)`.execute(db);
    },
  },
  {
    // Sessions and challenges stay valid, because the SHA-256 of their id is the end of the old
    // key.
    name: '002-plain-ids',
    async up(db, engine) {
      if (engine === 'sqlite') await rebuildWithoutPrefix(db);
      else
        for (const statement of [
          'alter table sessions drop constraint sessions_check',
          'alter table challenges drop constraint challenges_check',
          'update sessions set token_hash = substr(token_hash, 3)',
          `update challenges
            set id_hash = substr(id_hash, 3), session_hash = substr(session_hash, 3)`,
        ])
          await sql.raw(statement).execute(db);
      await sql`drop table shard_keys`.execute(db);
    },
  },
  {
    name: '003-drop-windows',
    async up(db) {
      for (const statement of [
        'drop index accounts_window',
        'alter table accounts drop column window_id',
        ...['window_id', 'opened_at', 'ends_at', 'places'].map(
          (column) => `alter table enrollments drop column ${column}`,
        ),
      ])
        await sql.raw(statement).execute(db);
    },
  },
];

/** SQLite can't drop a constraint. */
async function rebuildWithoutPrefix(db: Kysely<VaultTables>): Promise<void> {
  for (const statement of [
    `create table plain_sessions (
      token_hash text primary key, tenant_id text not null,
      account_id text not null references accounts (id) on delete cascade,
      expires_at integer not null
    ) strict, without rowid`,
    `insert into plain_sessions
      select substr(token_hash, 3), tenant_id, account_id, expires_at from sessions`,
    `create table plain_challenges (
      id_hash text primary key, tenant_id text not null, purpose text not null,
      challenge_hash text not null, account_id text not null, session_hash text not null,
      issued_at integer not null, expires_at integer not null,
      revision integer, digest text, operation_id text
    ) strict, without rowid`,
    `insert into plain_challenges
      select substr(id_hash, 3), tenant_id, purpose, challenge_hash, account_id,
        substr(session_hash, 3), issued_at, expires_at, revision, digest, operation_id
      from challenges`,
    'drop table sessions',
    'drop table challenges',
    'alter table plain_sessions rename to sessions',
    'alter table plain_challenges rename to challenges',
    'create index challenges_account on challenges (account_id, issued_at)',
    'create index challenges_age on challenges (expires_at)',
    'create index sessions_account on sessions (account_id)',
    'create index sessions_age on sessions (expires_at)',
  ])
    await sql.raw(statement).execute(db);
}
