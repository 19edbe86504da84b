import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createHttpTransport } from '../../../helpers/http-transport.ts';
import { startServerProcess } from '../../../helpers/server-process.ts';
import { createVaultClient } from '../../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from '../../vault/harness.ts';

const ROOT = new URL('../../../..', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'condor-admin-command-'));
afterAll(() => rmSync(directory, { recursive: true }));
const DATABASE_URL = `sqlite:${join(directory, 'vault.db')}`;

/** Runs `npm run admin` without npm. */
function admin(line: string, environment: Record<string, string> = {}, typed = '') {
  const child = spawn(process.execPath, [join(ROOT, 'server/admin.ts'), ...line.split(' ')], {
    cwd: directory,
    env: { PATH: process.env.PATH, DATABASE_URL, ...environment },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.err += chunk.toString();
  });
  child.stdin.on('error', () => undefined).end(typed);
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

it('manages the accounts of a server that receives commits meanwhile', async () => {
  const server = await startServerProcess({ directory, environment: { LOG_LEVEL: 'warn' } });
  const transport = createHttpTransport(server.port);
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const busy = await client.openAccount();
  let isOver = false;
  const committing = (async () => {
    while (!isOver) await client.commit(busy.account, busy.authenticator);
  })();

  const { account, authenticator } = await client.openAccount();
  const { accountId } = account;
  const list = await admin('accounts list --json');
  expect(JSON.parse(list.out)).toHaveLength(2);
  const disable = await admin(`accounts disable ${accountId}`);
  const using = `condor: using the database ${DATABASE_URL}\n`;
  expect(disable).toMatchObject({ code: 0, err: using });
  await expect(client.vault(account.token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  await expect(client.logIn(authenticator)).rejects.toMatchObject({ code: 'AUTH_FAILED' });
  expect(await admin(`accounts enable ${accountId}`)).toMatchObject({ code: 0 });
  await client.logIn(authenticator);

  const kept = await admin(`accounts delete ${accountId}`, {}, 'no\n');
  expect(kept).toMatchObject({ code: 1, out: '' });
  expect(kept.err).toMatch(/condor: not deleted: the typed text is not the account id\n$/);
  const unanswered = await admin(`accounts delete ${accountId}`);
  expect(unanswered.code).toBe(1);
  const deleted = await admin(`accounts delete ${accountId}`, {}, `${accountId}\n`);
  expect(deleted).toMatchObject({ code: 0, out: `deleted ${accountId}\n` });

  isOver = true;
  await committing;
  expect((await client.vault(busy.account.token)).envelope.revision).toBe(busy.account.revision);
  transport.close();
  expect(await server.end()).toBe(0);
  expect(server.output.err).toBe('');
  expect(statSync(join(directory, 'vault.db')).mode & 0o777).toBe(0o600);
});

it('prints help, and for an error prints one line and exits with code 1', async () => {
  const help = await admin('--help', { DATABASE_URL: `sqlite:${join(directory, 'none.db')}` });
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain('npm run admin -- accounts end-sessions ACCOUNT');
  const cases: [string, Record<string, string>, RegExp][] = [
    ['accounts list', { DATABASE_URL: 'sqlite:none.db' }, /there is no database at none\.db/],
    ['accounts list', { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, /\(ECONNREFUSED\)/],
    [
      'accounts list',
      { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x?sslrootcert=/none' },
      /sslrootcert that cannot be read: \/none \(ENOENT\)/,
    ],
    ['accounts list', { PORT: 'x' }, /PORT is "x"/],
  ];
  for (const [line, environment, message] of cases) {
    const { code, out, err } = await admin(line, environment);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
    expect(err.split('\n').filter((text) => !text.includes('using the database'))).toHaveLength(2);
    expect(err).not.toContain('secret');
  }
});
