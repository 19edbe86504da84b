import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { documentedBlocks } from '../helpers/document.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { runServerToEnd } from '../helpers/server-process.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { giveToUnprivileged, openFolder, UNPRIVILEGED } from '../helpers/unprivileged.ts';
import { serveVault } from './serve-vault.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const DOCUMENT = new URL('../../server/hosting/operation.md', import.meta.url);
const [INI = ''] = documentedBlocks(DOCUMENT, 'ini', '## Behind PgBouncer');
const [ROLE = ''] = documentedBlocks(DOCUMENT, 'sql', '## Behind PgBouncer');

let postgres: TestPostgres;
let admin: pg.Client;
let databases = 0;
const running: { readonly child: ChildProcess; readonly folder: string }[] = [];

beforeAll(async () => {
  await ensureDebianFile(PROGRAM, 'pgbouncer');
  postgres = await startPostgres();
  admin = new pg.Client({ connectionString: await postgres.createDatabase('roles') });
  await admin.connect();
});
afterAll(async () => {
  for (const { child, folder } of running) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true });
  }
  await admin?.end();
  await postgres?.stop();
});

async function startPgbouncer(settings: string): Promise<string> {
  const direct = new URL(await postgres.createDatabase(`pooled${databases++}`));
  const folder = openFolder('condor-pgbouncer-');
  giveToUnprivileged(folder);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"condor" ""\n');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
${settings}
`,
  );
  const child = spawn(PROGRAM, [file], { ...UNPRIVILEGED, stdio: ['ignore', 'ignore', 'pipe'] });
  running.push({ child, folder });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await eventually(async () => expect(output).toContain('process up'));
  direct.port = String(port);
  return direct.href;
}

const startBehind = (url: string) => runServerToEnd({ environment: { DATABASE_URL: url } });

describe('a service behind PgBouncer', () => {
  it('exits and names the reason and the document when PgBouncer refuses the start-up parameters', async () => {
    const { code, err } = await startBehind(await startPgbouncer('pool_mode = session'));
    expect(code).toBe(1);
    expect(err).toBe(
      'condor: the database that DATABASE_URL names cannot be used (08P01: a connection pooler refuses start-up parameters, see "Behind PgBouncer" in server/hosting/operation.md)\n',
    );
  });

  it('exits with an error that names the setting when PgBouncer drops a setting and the role’s value is wrong', async () => {
    await admin.query('alter role condor reset all');
    const { code, err } = await startBehind(await startPgbouncer(INI));
    expect(code).toBe(1);
    expect(err).toContain('condor: statement_timeout is 0 on connections');
    await admin.query(ROLE);
    await admin.query('alter role condor set synchronous_commit = off');
    expect((await startBehind(await startPgbouncer(INI))).err).toContain(
      'condor: synchronous_commit is off for the role or the database',
    );
  });

  it('serves accounts with the document’s settings for PgBouncer and the role', async () => {
    await admin.query(ROLE);
    const authenticator = createSoftAuthenticator();
    await serveVault(await startPgbouncer(INI), async (client) => {
      const { account } = await client.openAccount(authenticator);
      await client.logIn(authenticator);
      await client.commit(account, authenticator);
    });
  });
});
