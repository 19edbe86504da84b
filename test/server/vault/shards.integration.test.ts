import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingPool } from '../../../server/database/failover/closing-pool.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { callerClock } from '../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createSqlVaultStore } from '../../../server/vault/storage/sql-store.ts';
import type { VaultTables } from '../../../server/vault/storage/tables.ts';
import type { VaultStore } from '../../../server/vault/store.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

/** Tables of account data, each with the first column of the table's primary key. */
const OF_ACCOUNTS = {
  accounts: 'id',
  vaults: 'account_id',
  credentials: 'account_id',
  receipts: 'account_id',
  account_limits: 'account_id',
} as const satisfies Partial<Record<keyof VaultTables, string>>;
/** Tables whose rows are distributed by the hash of a random id. */
const BY_HASH = {
  challenges: 'id_hash',
  consumed_challenges: 'id_hash',
  sessions: 'token_hash',
} as const satisfies Partial<Record<keyof VaultTables, string>>;
const HOT = { ...OF_ACCOUNTS, ...BY_HASH };
/** Tables with one row per database or tenant. */
const SMALL = ['challenge_keys', 'enrollments'];

/** Lower bounds of four shards: prefixes of ids, in the byte order of the ids' alphabet. */
const BOUNDS = ['', 'G', 'W', 'm'];
const shardOf = (key: string) => BOUNDS.findLastIndex((bound) => key >= bound);

let postgres: TestPostgres;
let admin: pg.Client;
let store: VaultStore;
let vault: Harness;
/** Statements since the last call of `transactionsOf`, in order. */
let sent: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];

/** Copies the vault's schema. Each large table has four partitions, one per shard. */
async function createShards(): Promise<void> {
  await admin.query('create schema sharded');
  for (const table of SMALL)
    await admin.query(`create table sharded.${table} (like public.${table} including all)`);
  for (const [table, column] of Object.entries(HOT)) {
    const { rows } = await admin.query<{ key: string }>(
      `select pg_get_constraintdef(oid) as key from pg_constraint
        where conrelid = 'public.${table}'::regclass and contype = 'p'`,
    );
    await admin.query(`create table sharded.${table} (
      like public.${table} including defaults including constraints, ${rows[0]?.key}
    ) partition by range (${column})`);
    for (const [shard, bound] of BOUNDS.entries()) {
      const from = shard === 0 ? 'minvalue' : `'${bound}'`;
      const to = BOUNDS[shard + 1] === undefined ? 'maxvalue' : `'${BOUNDS[shard + 1]}'`;
      await admin.query(`create table sharded.${table}_${shard}
        partition of sharded.${table} for values from (${from}) to (${to})`);
    }
  }
  await admin.query('set search_path = sharded');
}

beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(await postgres.createDatabase('shards'));
  await (await openVaultStore({ engine: 'postgres', url: url.href })).close();
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await createShards();
  url.searchParams.set('options', '-c search_path=sharded');
  const database = openDatabase<VaultTables>({ engine: 'postgres', url: url.href });
  const db = new Kysely<VaultTables>({
    dialect: new PostgresDialect({ pool: closingPool(openPostgres(url.href)) }),
    log: ({ query }) => {
      sent.push(query);
    },
  });
  const counted = {
    ...database,
    db,
    close: async () => {
      await db.destroy();
      await database.close();
    },
  };
  store = createSqlVaultStore(counted, undefined, callerClock);
  vault = await startVault({ store, rateLimits: true });
});
afterAll(async () => {
  await vault.close();
  await admin.end();
  await postgres.stop();
});

/**
 * Returns the shards that a statement uses in tables of accounts, according to PostgreSQL's query
 * plan.
 */
async function shardsOf({ sql, parameters }: (typeof sent)[number]): Promise<number[]> {
  const [, table = '', columns = ''] = /^insert into "(\w+)" \(([^)]*)\)/.exec(sql) ?? [];
  if (table !== '') {
    const key = Object.entries(OF_ACCOUNTS).find(([name]) => name === table)?.[1];
    return key === undefined
      ? []
      : [shardOf(String(parameters[columns.split(', ').indexOf(`"${key}"`)]))];
  }
  const { rows } = await admin.query(`explain (format json) ${sql}`, [...parameters]);
  const names = JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)_(\d)"/g);
  return [...names].flatMap(([, name = '', shard]) => (name in OF_ACCOUNTS ? [Number(shard)] : []));
}

/**
 * Runs requests. Returns the shards that each transaction, or each statement outside of a
 * transaction, uses.
 */
async function transactionsOf(requests: () => Promise<unknown>): Promise<number[][]> {
  sent = [];
  await requests();
  const transactions: number[][] = [];
  let isOpen = false;
  for (const statement of sent) {
    if (/^(begin|start transaction|commit|rollback)/.test(statement.sql)) {
      isOpen = /^(begin|start)/.test(statement.sql);
      if (isOpen) transactions.push([]);
      continue;
    }
    if (!isOpen) transactions.push([]);
    transactions.at(-1)?.push(...(await shardsOf(statement)));
  }
  return transactions.map((shards) => [...new Set(shards)]).filter(({ length }) => length > 0);
}

it('the primary key of every hot table begins with the account or a hash', async () => {
  const { rows } = await admin.query<{ name: string; first: string }>(
    `select i.indrelid::regclass::text as name, a.attname as first from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      join pg_class c on c.oid = i.indrelid
      where i.indisprimary and c.relnamespace = 'public'::regnamespace
        and c.relname not like 'condor%'`,
  );
  const found = Object.fromEntries(
    rows.map(({ name, first }) => [name.replace('public.', ''), first]),
  );
  for (const small of SMALL) delete found[small];
  expect(found).toEqual(HOT);
});

it('the schema uses no sequence, and only credential ids are unique across accounts', async () => {
  const { rows: sequences } = await admin.query(
    "select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace",
  );
  expect(sequences).toEqual([]);
  const { rows: unique } = await admin.query(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace`,
  );
  expect(unique).toEqual([{ name: 'credentials_id' }]);
});

describe('on a schema of four shards', () => {
  it('a login, a read, a commit and a logout use only the account’s shard', async () => {
    const { client } = vault;
    const shards = new Set<number>();
    for (let i = 0; i < 4; i++) {
      const { account, authenticator } = await client.openAccount(createSoftAuthenticator());
      const own = shardOf(account.accountId);
      shards.add(own);
      let login = { token: '' };
      const loggedIn = await transactionsOf(async () => {
        login = await client.logIn(authenticator);
      });
      expect(loggedIn.length).toBeGreaterThan(1);
      expect(loggedIn).toEqual(loggedIn.map(() => [own]));

      const rest = await transactionsOf(async () => {
        await client.vault(login.token);
        await client.commit(account, authenticator);
        await client.revoke(login.token);
      });
      expect(rest.length).toBeGreaterThan(5);
      expect(rest).toEqual(rest.map(() => [own]));
    }
    expect(shards.size).toBeGreaterThan(1);
  });

  it('a search for a passkey whose account is unknown asks every shard in one transaction', async () => {
    const { account } = await vault.client.openAccount(createSoftAuthenticator());
    const [id = ''] = account.wraps;
    expect(await transactionsOf(() => store.findCredential(TENANT.id, id))).toEqual([[0, 1, 2, 3]]);
  });
});
