import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { documentedBlocks, documentedCommands } from '../helpers/document.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { serveVault } from './serve-vault.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../server/hosting/backup.md', import.meta.url);
const HEADING = '## PostgreSQL to any moment';

let programs: string;
let home: string;
const started: TestPostgres[] = [];

const servers = () => globSync('/usr/lib/postgresql/*/bin/postgres');

async function start(folder: string, fill?: Parameters<typeof startPostgres>[2]) {
  const [settings = ''] = documentedBlocks(DOCUMENT, 'ini', HEADING);
  const flags = [...settings.matchAll(/^(\w+) = '?(.*?)'?$/gm)].flatMap(([, name, value = '']) => [
    '-c',
    `${name}=${value.replaceAll('$WAL_ARCHIVE', join(home, folder))}`,
  ]);
  const binaries = { postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb') };
  const postgres = await startPostgres(flags, binaries, fill);
  started.push(postgres);
  return postgres;
}

/** Runs commands of the document. */
function type(
  commands: string,
  variables: Readonly<Record<string, string>>,
  asUser: { uid?: number; gid?: number } = {},
) {
  return run('sh', ['-euc', commands], {
    ...asUser,
    cwd: home,
    env: {
      ...process.env,
      PATH: [programs, process.env.PATH ?? ''].join(delimiter),
      BASE_COPY: join(home, 'base'),
      WAL_ARCHIVE: join(home, 'wal'),
      ...variables,
    },
  });
}

beforeAll(async () => {
  if (servers().length === 0) await ensureDebianFile('/usr/bin/pg_ctlcluster', 'postgresql');
  const [found] = servers();
  if (found === undefined) throw new Error("this test needs Debian's package postgresql");
  programs = dirname(found);
  home = mkdtempSync(join(tmpdir(), 'condor-point-'));
  // Gives access to the other user that runs the server and its tools.
  chmodSync(home, 0o777);
  await run('sh', ['-c', 'mkdir wal wal2 && chmod 777 wal wal2'], { cwd: home });
});
afterAll(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()));
  rmSync(home, { recursive: true, force: true });
});

it('the commands in backup.md restore the database to a moment in the past', async () => {
  const [copy = '', restore = '', forget = ''] = documentedCommands(DOCUMENT, HEADING);
  const postgres = await start('wal');
  const url = await postgres.createDatabase('vault');
  const authenticator = createSoftAuthenticator();
  const account = await serveVault(url, async (client) => {
    const { account: opened } = await client.openAccount(authenticator);
    await type(copy, { DATABASE_URL: url });
    // Only the archived log contains this commit.
    await client.commit(opened, authenticator);
    return opened;
  });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows: times } = await database.query<{ now: string }>('select now()::text as now');
  await database.query('delete from accounts');
  const { rows: files } = await database.query<{ file: string }>(
    'select pg_walfile_name(pg_switch_wal()) as file',
  );
  await vi.waitUntil(
    async () => {
      const { rows } = await database.query(
        'select from pg_stat_archiver where last_archived_wal >= $1',
        [files[0]?.file],
      );
      return rows.length > 0;
    },
    { timeout: 60_000 },
  );
  await database.end();
  await postgres.shutDown();

  await run('chmod', ['-R', 'a+rX', 'base', 'wal'], { cwd: home });
  const restored = await start('wal2', (data, asUser) =>
    type(restore, { NEW_DATA: data, MOMENT: times[0]?.now ?? '' }, asUser),
  );
  const anew = new pg.Client({ connectionString: restored.urlOf('vault') });
  await anew.connect();
  await vi.waitUntil(
    async () => {
      const { rows } = await anew.query('select pg_is_in_recovery() as recovers');
      return rows[0]?.recovers === false;
    },
    { timeout: 60_000 },
  );
  await anew.end();
  await type(forget, { DATABASE_URL: restored.urlOf('vault') });
  await serveVault(restored.urlOf('vault'), async (client) => {
    const { token, envelope } = await client.logIn(authenticator);
    expect(envelope.revision).toBe(account.revision);
    await client.commit({ ...account, token }, authenticator);
  });
});
