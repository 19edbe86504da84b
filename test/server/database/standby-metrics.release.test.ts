import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabaseMetrics } from '../../../server/database/database-metrics.ts';
import { type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import { ensureDebianFile } from '../../helpers/debian.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

let postgres: TestPostgres;
let database: OpenDatabase<object>;
let url: string;
let programs: string;
let home: string;
const registry = new Registry();

const servers = () => globSync('/usr/lib/postgresql/*/bin/postgres');

beforeAll(async () => {
  if (servers().length === 0) await ensureDebianFile('/usr/bin/pg_ctlcluster', 'postgresql');
  const [found] = servers();
  if (found === undefined) throw new Error("this test needs Debian's package postgresql");
  programs = dirname(found);
  postgres = await startPostgres([], { postgres: found, initdb: join(programs, 'initdb') });
  url = await postgres.createDatabase('standby');
  database = openDatabase({ engine: 'postgres', url });
  createDatabaseMetrics(registry).watch('vault', database);
  home = mkdtempSync(join(tmpdir(), 'condor-standby-'));
  chmodSync(home, 0o777);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

const standbys = async (state: string) =>
  (await registry.metrics()).includes(
    `condor_database_standbys{service="vault",state="${state}"} 1\n`,
  );

it('counts a standby, and one that confirms commits', async () => {
  // It receives the log and confirms it like a standby.
  const receiver: ChildProcess = spawn(
    join(programs, 'pg_receivewal'),
    [`--dbname=${url}`, `--directory=${home}`, '--synchronous'],
    { stdio: 'ignore' },
  );
  await vi.waitUntil(() => standbys('streaming'), { timeout: 60_000 });
  expect(await standbys('synchronous')).toBe(false);
  await sql`alter system set synchronous_standby_names = '*'`.execute(database.db);
  await sql`select pg_reload_conf()`.execute(database.db);
  await vi.waitUntil(() => standbys('synchronous'), { timeout: 60_000 });
  receiver.kill();
  await vi.waitUntil(async () => !(await standbys('synchronous')), { timeout: 60_000 });
});
