import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabaseMetrics } from '../../../server/database/database-metrics.ts';
import { type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import { createTransactions } from '../../../server/database/transactions.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

let postgres: TestPostgres;
let database: OpenDatabase<{ notes: { id: string } }>;
const registry = new Registry();
const metrics = createDatabaseMetrics(registry);

beforeAll(async () => {
  postgres = await startPostgres(['-c', 'archive_mode=on', '-c', 'archive_command=false']);
  const url = await postgres.createDatabase('metrics');
  database = openDatabase({ engine: 'postgres', url }, { timeoutMs: 1_000 });
  metrics.watch('vault', database);
  await sql`create table notes (id text primary key)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

async function metric(series: string): Promise<number | undefined> {
  const text = await registry.metrics();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

it('reports that the primary is reachable and has no standbys', async () => {
  expect(await metric('condor_database_reachable{service="vault"}')).toBe(1);
  expect(await metric('condor_database_primary{service="vault"}')).toBe(1);
  for (const state of ['streaming', 'synchronous'])
    expect(await metric(`condor_database_standbys{service="vault",state="${state}"}`)).toBe(0);
});

it('measures the time until a commit is durable', async () => {
  const { write } = createTransactions(database, (ms) => metrics.flushed('vault', ms));
  await write(async (db) => {
    await db.insertInto('notes').values({ id: 'a' }).execute();
  });
  expect(await metric('condor_database_flush_seconds_count{service="vault"}')).toBe(1);
});

it('counts queries that wait for a connection while a table is locked', async () => {
  const lock = await database.db.startTransaction().execute();
  await sql`lock table notes`.execute(lock);
  const waiting = Array.from({ length: 12 }, () =>
    database.db
      .selectFrom('notes')
      .selectAll()
      .execute()
      .catch(() => undefined),
  );
  await eventually(() => expect(database.connections?.().waiting).toBeGreaterThan(0));
  expect(database.connections?.()).toMatchObject({ used: 10, idle: 0 });
  await lock.rollback().execute();
  await Promise.all(waiting);
  expect(await metric('condor_database_connections{service="vault",state="waiting"}')).toBe(0);
});

it('counts failed attempts to archive the log', async () => {
  await sql`select pg_switch_wal()`.execute(database.db);
  await vi.waitUntil(
    async () => (await metric('condor_database_archive_failures{service="vault"}')) ?? 0,
    { timeout: 60_000, interval: 100 },
  );
  expect(await metric('condor_database_archive_age_seconds{service="vault"}')).toBe(-1);
});

it('reports when a database stops responding and when it responds again', async () => {
  await postgres.shutDown();
  expect(await metric('condor_database_reachable{service="vault"}')).toBe(0);
  expect(await metric('condor_database_primary{service="vault"}')).toBeUndefined();
  await postgres.startAgain();
  expect(await metric('condor_database_reachable{service="vault"}')).toBe(1);
});

it('reports that a standby answers in the place of the primary', async () => {
  const { urlOf } = await postgres.startStandby();
  const standby = openDatabase<object>({ engine: 'postgres', url: urlOf('metrics') });
  metrics.watch('orders', standby);
  expect(await metric('condor_database_primary{service="orders"}')).toBe(0);
  expect(await metric('condor_database_reachable{service="orders"}')).toBe(0);
  await standby.close();
});
