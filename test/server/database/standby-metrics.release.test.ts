import { sql } from 'kysely';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabaseMetrics } from '../../../server/database/database-metrics.ts';
import { type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

const WAIT = { timeout: 60_000, interval: 100 };

let postgres: TestPostgres;
let standby: Awaited<ReturnType<TestPostgres['startStandby']>>;
let database: OpenDatabase<object>;
const registry = new Registry();

beforeAll(async () => {
  postgres = await startPostgres(['-c', 'wal_receiver_status_interval=1']);
  const url = await postgres.createDatabase('standby');
  standby = await postgres.startStandby();
  database = openDatabase({ engine: 'postgres', url });
  createDatabaseMetrics(registry).watch('vault', database);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

async function metric(name: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}
const standbys = (state: string) =>
  metric(`condor_database_standbys{service="vault",state="${state}"}`);
const lag = () => metric('condor_database_standby_lag_seconds{service="vault"}');

it('reports how far a standby lags behind', async () => {
  await vi.waitUntil(async () => (await standbys('streaming')) === 1, WAIT);
  expect(await lag()).toBeLessThan(1);
  const client = new pg.Client({ connectionString: standby.urlOf('standby') });
  await client.connect();
  await client.query('select pg_wal_replay_pause()');
  await sql`create table notes (id text)`.execute(database.db);
  await vi.waitUntil(async () => (await lag()) > 2, WAIT);
  await client.query('select pg_wal_replay_resume()');
  await client.end();
  await vi.waitUntil(async () => (await lag()) < 1, WAIT);
});

it('counts the standbys that confirm commits, and counts none once the standby stops', async () => {
  expect(await standbys('synchronous')).toBe(0);
  await sql`alter system set synchronous_standby_names = '*'`.execute(database.db);
  await sql`select pg_reload_conf()`.execute(database.db);
  await vi.waitUntil(async () => (await standbys('synchronous')) === 1, WAIT);
  await standby.stop();
  await vi.waitUntil(async () => (await standbys('synchronous')) === 0, WAIT);
  expect(await standbys('streaming')).toBe(0);
});
