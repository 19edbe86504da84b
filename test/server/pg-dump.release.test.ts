import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { documentedCommands } from '../helpers/document.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { serveVault } from './serve-vault.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../server/hosting/backup.md', import.meta.url);

let postgres: TestPostgres;
let programs: string;
let home: string;

/** Debian has its own version, and tools that read no newer one. */
const servers = () => globSync('/usr/lib/postgresql/*/bin/postgres');

beforeAll(async () => {
  if (servers().length === 0) await ensureDebianFile('/usr/bin/pg_ctlcluster', 'postgresql');
  const [found] = servers();
  if (found === undefined) throw new Error("this test needs Debian's package postgresql");
  programs = dirname(found);
  postgres = await startPostgres([], { postgres: found, initdb: join(programs, 'initdb') });
  home = mkdtempSync(join(tmpdir(), 'condor-dump-'));
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
});

it('restores a dump of Debian’s PostgreSQL by the document’s commands', async () => {
  const [dump = '', restore = ''] = documentedCommands(DOCUMENT, '## PostgreSQL');
  const type = (commands: string, url: string) =>
    run('sh', ['-euc', commands], {
      cwd: home,
      env: {
        ...process.env,
        PATH: [programs, process.env.PATH ?? ''].join(delimiter),
        DATABASE_URL: url,
      },
    });
  const first = await postgres.createDatabase('first');
  const second = await postgres.createDatabase('second');
  const authenticator = createSoftAuthenticator();
  const { account, kept } = await serveVault(first, async (client) => {
    const { account } = await client.openAccount(authenticator);
    const { envelope } = await client.commit(account, authenticator);
    await type(dump, first);
    expect(statSync(join(home, 'condor.dump')).mode & 0o777).toBe(0o600);
    await client.commit(account, authenticator);
    return { account, kept: envelope };
  });
  await type(restore, second);
  await serveVault(second, async (client) => {
    const { token, envelope } = await client.logIn(authenticator);
    expect(envelope.revision).toBe(account.revision - 1);
    const { text } = await client.call('GET', '/v1/vault', token);
    expect(text).toContain(kept);
    await client.commit({ ...account, token, revision: envelope.revision }, authenticator);
    await client.openAccount();
  });
  // The target must be empty, as the document says.
  await expect(type(restore, second)).rejects.toThrow('already exists');
});
