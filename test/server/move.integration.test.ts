import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IS_RELEASE } from '../belts.ts';
import { documentedCommands } from '../helpers/document.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { serveVault } from './serve-vault.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = join(ROOT, 'server/move.ts');
const DOCUMENT = new URL('../../server/hosting/backup.md', import.meta.url);

let postgres: TestPostgres;
let home: string;
let file: string;
let target: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'condor-move-'));
  file = join(home, 'condor.db');
  target = await postgres.createDatabase(`move${databases++}`);
  return () => rmSync(home, { recursive: true });
});

function move(...args: string[]) {
  return moveFrom(`sqlite:${file}`, ...args);
}

function moveFrom(
  source: string,
  ...args: string[]
): Promise<{ code: unknown; out: string; err: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: source };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

const using = () => `condor: using the database sqlite:${file}\n`;

async function query(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('moves accounts, passkeys, vaults, receipts and sessions, and clients keep working', async () => {
  const authenticators = [createSoftAuthenticator(), createSoftAuthenticator()] as const;
  const second = createSoftAuthenticator();
  const { account, operationId, envelope } = await serveVault(`sqlite:${file}`, async (client) => {
    await client.openAccount(authenticators[1]);
    const { account } = await client.openAccount(authenticators[0]);
    const added = await client.addPasskey(account, second);
    account.wraps.push(added.credentialId);
    const { operationId, envelope } = await client.commit(account, authenticators[0]);
    return { account, operationId, envelope };
  });
  const commands = documentedCommands(DOCUMENT, '## Moving the vault from SQLite to PostgreSQL');
  const env = { ...process.env, DATABASE_URL: `sqlite:${file}`, TARGET: target };
  const { stdout: out } = await run('sh', ['-euc', commands.join('\n')], { cwd: ROOT, env });
  for (const count of ['2 accounts', '2 vaults', '3 credentials', '3 receipts', '2 sessions'])
    expect(out).toContain(count);
  await serveVault(target, async (client) => {
    // A session from before the move is still valid.
    const { text } = await client.call('GET', '/v1/vault', account.token);
    expect(text).toContain(envelope);
    expect((await client.receipt(account.token, operationId)).revision).toBe(account.revision);
    const login = await client.logIn(second);
    expect(login.envelope.revision).toBe(account.revision);
    await client.commit({ ...account, token: login.token }, second);
    await client.openAccount();
    expect((await client.logIn(authenticators[1])).envelope.revision).toBe(1);
  });
});

it('moves more rows than fit in one statement', async () => {
  await serveVault(`sqlite:${file}`, (client) => client.openAccount());
  const rows = new Database(file);
  const add = rows.prepare(
    "insert into accounts (id, tenant_id, created_at) values (?, 'main', ?)",
  );
  rows.transaction(() => {
    for (let at = 0; at < 1000; at++) add.run(`Ünïcode ${at}`, 1_800_000_000_000 + at);
  })();
  rows.close();
  expect((await move(target)).out).toContain('1001 accounts');
  expect(
    await query('select count(*)::int as n, max(created_at)::text as last from accounts'),
  ).toEqual([{ n: 1001, last: expect.stringMatching(/^\d{13}$/) }]);
});

it('refuses to move a source database that is in use, and leaves the target empty', async () => {
  await serveVault(`sqlite:${file}`, async (client) => {
    await client.openAccount();
    const { code, out, err } = await move(target);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `${using()}condor: ${file} is in use; stop the service, and every other program that has opened it\n`,
    );
  });
  expect(await query("select tablename from pg_tables where tablename = 'accounts'")).toEqual([]);
});

it('refuses to move rows into a database that has rows from an earlier move', async () => {
  await serveVault(`sqlite:${file}`, (client) => client.openAccount());
  expect((await move(target)).code).toBe(0);
  const { code, err } = await move(target);
  expect(code).toBe(1);
  expect(err).toBe(
    `${using()}condor: the target isn't empty: accounts has rows; use a new database\n`,
  );
  expect(await query('select count(*)::int as n from accounts')).toEqual([{ n: 1 }]);
});

it('doesn’t move any row when the target rejects a row', async () => {
  await serveVault(`sqlite:${file}`, (client) => client.openAccount());
  const rows = new Database(file);
  rows.pragma('foreign_keys = off');
  // A session with an unknown account. PostgreSQL rejects this row after the accounts are copied.
  rows.exec(`insert into sessions (token_hash, tenant_id, account_id, expires_at)
    values ('nohash', 'main', 'nobody', 1)`);
  rows.close();
  const { code, err } = await move(target);
  expect(code).toBe(1);
  expect(err).toBe(
    `${using()}condor: the database that the command names cannot be used (23503)\n`,
  );
  expect(await query('select count(*)::int as n from accounts')).toEqual([{ n: 0 }]);
});

it('explains wrong arguments in one line that doesn’t contain the password', async () => {
  await serveVault(`sqlite:${file}`, async () => undefined);
  const { code, err: notDatabase } = await move('other.db');
  expect(code).toBe(2);
  expect(notDatabase).toBe(
    "condor: the argument isn't a postgres:// address or sqlite:PATH; usage: npm run move -- postgres://USER:PASSWORD@HOST:PORT/DATABASE or sqlite:PATH\n",
  );
  expect((await move('sqlite:other.db')).err).toBe(
    `${using()}condor: DATABASE_URL names a database of the same kind; the move is between SQLite and PostgreSQL\n`,
  );
  const { err } = await move('postgres://condor:hunter2@127.0.0.1:1/condor');
  expect(err).toBe(
    `${using()}condor: the database that the command names cannot be used (ECONNREFUSED)\n`,
  );
  rmSync(file);
  expect((await move(target)).err).toBe(`${using()}condor: there is no database at ${file}\n`);
});

describe.runIf(IS_RELEASE)('a move from PostgreSQL to SQLite', () => {
  it('moves everything with the document’s command, and clients continue to work', async () => {
    const authenticator = createSoftAuthenticator();
    const { account, operationId, envelope } = await serveVault(target, async (client) => {
      await client.openAccount();
      const { account } = await client.openAccount(authenticator);
      const { operationId, envelope } = await client.commit(account, authenticator);
      return { account, operationId, envelope };
    });
    const [command = ''] = documentedCommands(DOCUMENT, '## Moving the vault to SQLite');
    const env = { ...process.env, DATABASE_URL: target, TARGET: file };
    const { stdout: out } = await run('sh', ['-euc', command], { cwd: ROOT, env });
    for (const count of ['2 accounts', '2 vaults', '2 credentials', '3 receipts', '2 sessions'])
      expect(out).toContain(count);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(home)).toEqual(['condor.db']);
    await serveVault(`sqlite:${file}`, async (client) => {
      const { text } = await client.call('GET', '/v1/vault', account.token);
      expect(text).toContain(envelope);
      expect((await client.receipt(account.token, operationId)).revision).toBe(account.revision);
      const { token } = await client.logIn(authenticator);
      await client.commit({ ...account, token }, authenticator);
      await client.openAccount();
    });
  });

  it('a vault that was moved from SQLite to PostgreSQL and back keeps its accounts, vaults, credentials, receipts and sessions', async () => {
    await serveVault(`sqlite:${file}`, (client) => client.openAccount());
    await move(target);
    const back = join(home, 'back.db');
    expect((await moveFrom(target, `sqlite:${back}`)).code).toBe(0);
    const [first, second] = [file, back].map((name) => {
      const handle = new Database(name);
      const tables = ['accounts', 'vaults', 'credentials', 'receipts', 'sessions'];
      const rows = tables.map((table) => handle.prepare(`select * from ${table}`).all());
      handle.close();
      return rows;
    });
    expect(second).toEqual(first);
  });

  it('refuses a source that is in use or has no vault, and a target file that exists', async () => {
    const from = (code: string) => ({ code: 1, out: '', err: expect.stringContaining(code) });
    expect(await moveFrom(target, `sqlite:${file}`)).toEqual(from('has no vault'));
    expect(await query('select * from pg_tables where schemaname = $$public$$')).toEqual([]);
    await serveVault(target, async (client) => {
      await client.openAccount();
      expect(await moveFrom(target, `sqlite:${file}`)).toEqual(from('in use; stop the services'));
    });
    writeFileSync(file, '');
    expect(await moveFrom(target, `sqlite:${file}`)).toEqual(from('is there already'));
    expect(readdirSync(home)).toEqual(['condor.db']);
  });

  it('leaves no file behind when a row can’t be stored', async () => {
    await serveVault(target, (client) => client.openAccount());
    await query("alter table accounts alter column created_at type text using 'late'");
    const { code, err } = await moveFrom(target, `sqlite:${file}`);
    expect(code).toBe(1);
    expect(err).toContain('the database that the command names cannot be used (SQLITE_CONSTRAINT');
    expect(err).not.toContain('late');
    expect(readdirSync(home)).toEqual([]);
  });
});
