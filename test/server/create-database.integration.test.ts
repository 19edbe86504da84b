import { execFile } from 'node:child_process';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { documentedBlocks, documentedCommands } from '../helpers/document.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { serveVault } from './serve-vault.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../server/hosting/install.md', import.meta.url);

let postgres: TestPostgres;
let home: string;
let environment: NodeJS.ProcessEnv;
/**
 * URL of the test's server. Its role has another name than in the document, because a role with the
 * document's name already exists.
 */
let url: URL;

beforeAll(async () => {
  const servers = () => globSync('/usr/lib/postgresql/*/bin/postgres');
  if (servers().length === 0) await ensureDebianFile('/usr/bin/pg_ctlcluster', 'postgresql');
  const [found] = servers();
  if (found === undefined) throw new Error("this test needs Debian's package postgresql");
  const programs = dirname(found);
  postgres = await startPostgres([], { postgres: found, initdb: join(programs, 'initdb') });
  url = new URL(await postgres.createDatabase('other'));
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  await owner.query('create role postgres superuser login');
  await owner.end();
  const other = new pg.Client({ connectionString: url.href.replace('condor@', 'postgres@') });
  await other.connect();
  await other.query('alter role condor rename to first_user');
  await other.end();

  home = mkdtempSync(join(tmpdir(), 'condor-create-database-'));
  mkdirSync(join(home, 'bin'));
  const tool = (name: string, commands: string) => {
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${commands}\n`);
    chmodSync(join(home, 'bin', name), 0o755);
  };
  for (const name of ['apt-get', 'systemctl']) tool(name, 'exit 0');
  // A `runuser` that acts as the superuser of the test's server.
  tool('runuser', 'test "$1 $2 $3" = "-u postgres --"; shift 3; exec "$@"');
  mkdirSync(join(home, 'etc/condor'), { recursive: true });
  writeFileSync(join(home, 'etc/condor/condor.env'), 'VAULT_BACKUP_DIR=/x\nTRUST_PROXY=1\n');
  environment = {
    PATH: [join(home, 'bin'), programs, process.env.PATH ?? ''].join(delimiter),
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: 'postgres',
  };
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function usable(databaseUrl: string): Promise<void> {
  const authenticator = createSoftAuthenticator();
  await serveVault(databaseUrl, async (client) => {
    await client.openAccount(authenticator);
    await client.logIn(authenticator);
  });
}

it('the commands in install.md create a role and a database that the service uses', async () => {
  const [commands = ''] = documentedCommands(DOCUMENT, '### PostgreSQL');
  const inside = commands.replaceAll(' /etc/', ` ${home}/etc/`);
  await run('sh', ['-euc', inside], { env: environment });
  const settings = parseEnv(readFileSync(join(home, 'etc/condor/condor.env'), 'utf8'));
  expect(Object.keys(settings)).toEqual(['DATABASE_URL', 'TRUST_PROXY']);
  // The socket of the test's server is in another folder.
  const address = new URL(settings.DATABASE_URL ?? '');
  expect(address.searchParams.get('host')).toBe('/var/run/postgresql');
  address.searchParams.set('host', await socketFolder());
  address.searchParams.set('port', url.port);
  await usable(address.href);
});

it('the document’s SQL statements create a role and a database that a service on another machine can use', async () => {
  const admin = new pg.Client({ connectionString: url.href.replace('condor@', 'postgres@') });
  await admin.connect();
  await admin.query('drop database condor');
  await admin.query('drop role condor');
  const [statements = ''] = documentedBlocks(DOCUMENT, 'sql', '### PostgreSQL');
  for (const statement of statements.split(';\n').filter((text) => text.trim() !== ''))
    await admin.query(statement);
  await admin.end();
  const [example = ''] = documentedBlocks(DOCUMENT, 'text', '### PostgreSQL');
  const address = new URL(parseEnv(example).DATABASE_URL ?? '');
  expect([address.username, address.pathname]).toEqual(['condor', '/condor']);
  address.host = url.host;
  address.search = '';
  await usable(address.href);
});

async function socketFolder(): Promise<string> {
  const admin = new pg.Client({ connectionString: url.href.replace('condor@', 'postgres@') });
  await admin.connect();
  const { rows } = await admin.query<{ folder: string }>(
    "select current_setting('unix_socket_directories') as folder",
  );
  await admin.end();
  return rows[0]?.folder ?? '';
}
