import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { documentedCommands } from '../../helpers/document.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { startServerProcess } from '../../helpers/server-process.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient } from '../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './harness.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'condor-backup-'));
afterAll(() => rmSync(directory, { recursive: true }));
const ROOT = new URL('../../../', import.meta.url).pathname;
const DOCUMENT = new URL('../../../server/hosting/backup.md', import.meta.url);

it('copies a database under load, and the copy serves the same accounts', async () => {
  const file = join(directory, 'vault.db');
  const copy = join(directory, 'backup.db');
  const environment = { DATABASE_URL: `sqlite:${file}` };
  const script = `${ROOT}server/backup.ts`;
  const backUp = () =>
    run(process.execPath, [script, copy], { env: { PATH: process.env.PATH, ...environment } });

  const using = `condor: using the database sqlite:${file}\n`;
  await expect(backUp()).rejects.toMatchObject({
    stderr: `${using}condor: there is no database at ${file}\n`,
  });

  const server = await startServerProcess({ environment, directory });
  const transport = createHttpTransport(server.port);
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const authenticator = createSoftAuthenticator();
  const { account } = await client.openAccount(authenticator);
  let isRunning = true;
  const load = (async () => {
    while (isRunning) await client.commit(account, authenticator);
  })();
  const before = account.revision;
  await backUp();
  isRunning = false;
  await load;
  const after = account.revision;
  await expect(backUp()).rejects.toMatchObject({
    stderr: `${using}condor: ${copy} is there already\n`,
  });
  transport.close();
  expect(await server.end()).toBe(0);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(after).toBeGreaterThan(before);

  const restored = mkdtempSync(join(directory, 'restored-'));
  copyFileSync(copy, join(restored, 'vault.db'));
  expect(existsSync(join(restored, 'vault.db-wal'))).toBe(false);
  const again = await startServerProcess({
    environment: { DATABASE_URL: `sqlite:${join(restored, 'vault.db')}` },
  });
  const transportAgain = createHttpTransport(again.port);
  const clientAgain = createVaultClient(transportAgain, DEVELOPMENT_TENANT);
  const login = await clientAgain.logIn(authenticator);
  expect(login.envelope.revision).toBeGreaterThanOrEqual(before);
  expect(login.envelope.revision).toBeLessThanOrEqual(after);
  account.token = login.token;
  account.revision = login.envelope.revision;
  await clientAgain.commit(account, authenticator);
  transportAgain.close();
  expect(await again.end()).toBe(0);
});

it('a killed backup leaves a file that has a temporary name and no access for other users', async () => {
  const home = mkdtempSync(join(directory, 'killed-'));
  const file = join(home, 'vault.db');
  await (await openVaultStore({ engine: 'sqlite', file })).close();
  const other = new Database(file);
  other.pragma('locking_mode = exclusive');
  other.exec('begin immediate; commit');
  const child = spawn(process.execPath, [`${ROOT}server/backup.ts`, join(home, 'copy')], {
    env: { PATH: process.env.PATH, DATABASE_URL: `sqlite:${file}` },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const copies = () => readdirSync(home).filter((name) => name.startsWith('copy'));
  // The backup waits for the lock after it has created its file.
  await eventually(async () => expect(copies()).toHaveLength(1));
  child.kill('SIGKILL');
  await ended;
  other.close();
  expect(copies()).toEqual([`copy.${child.pid}.partial`]);
  expect(statSync(join(home, copies()[0] ?? '')).mode & 0o777).toBe(0o600);
});

it('leaves neither a complete nor a partial copy when the disk is full', async () => {
  const home = mkdtempSync(join(directory, 'full-'));
  const file = join(home, 'vault.db');
  await (await openVaultStore({ engine: 'sqlite', file })).close();
  const copy = join(home, 'copy');
  // Lets no file become longer than 8 KB. Because the signal is ignored, writing fails as on a full
  // disk.
  const limited = `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`;
  const command = [process.execPath, `${ROOT}server/backup.ts`, copy];
  const env = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${file}` };
  await expect(run('sh', ['-c', limited, ...command], { env })).rejects.toMatchObject({
    stderr: expect.stringMatching(/\ncondor: [^\n]*(?:full|disk)[^\n]*\n$/),
  });
  expect(readdirSync(home).filter((name) => name.startsWith('copy'))).toEqual([]);
});

it('the document’s steps restore a backup in place', async () => {
  const [backUp = ''] = documentedCommands(DOCUMENT, '## A backup by hand');
  const [, restore = ''] = documentedCommands(DOCUMENT, '## Restore');
  const home = mkdtempSync(join(directory, 'readme-'));
  for (const name of ['server', 'shared', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, name), join(home, name));
  mkdirSync(join(home, 'data'));
  const environment = { DATABASE_URL: `sqlite:${join(home, 'data/condor.db')}` };
  const type = (steps: string) => run('sh', ['-ec', steps], { cwd: home });
  const serve = async <T>(work: (client: ReturnType<typeof createVaultClient>) => Promise<T>) => {
    const server = await startServerProcess({ environment });
    const transport = createHttpTransport(server.port);
    try {
      return await work(createVaultClient(transport, DEVELOPMENT_TENANT));
    } finally {
      transport.close();
      // A kill leaves SQLite's log. The restore must delete the log too.
      await server.end('SIGKILL');
    }
  };

  const authenticator = createSoftAuthenticator();
  const { kept, lost } = await serve(async (client) => {
    const { account } = await client.openAccount(authenticator);
    const before = account.revision;
    await type(backUp);
    await client.commit(account, authenticator);
    return { kept: before, lost: account.revision };
  });
  expect(lost).toBe(kept + 1);
  expect(existsSync(join(home, 'data/condor.db-wal'))).toBe(true);
  await type(`copy=data/condor.db.bak\n${restore}`);
  expect(statSync(join(home, 'data/condor.db')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, 'data')).sort()).toEqual(['condor.db', 'condor.db.bak']);
  const login = await serve((client) => client.logIn(authenticator));
  expect(login.envelope.revision).toBe(kept);
});
