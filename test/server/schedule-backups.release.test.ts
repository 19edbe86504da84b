import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { createVaultClient } from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'condor-backups-'));
  folder = join(home, 'copies');
});
afterEach(() => rmSync(home, { recursive: true }));

const start = () =>
  startServerProcess({ directory: home, environment: { VAULT_BACKUP_DIR: folder } });

const copies = () => readdirSync(folder).filter((name) => name.endsWith('.db'));

const metricsAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

it('copies the database of a running server to a private file, and counts the backup', async () => {
  const server = await start();
  await eventually(async () => {
    expect(await metricsAt(server.port)).toContain('condor_vault_backups_total{outcome="ok"} 1');
  });
  expect(copies()).toHaveLength(1);
  const [copy = ''] = copies();
  expect(copy).toMatch(/^vault-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/);
  expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600);
  const opened = new Database(join(folder, copy), { readonly: true });
  expect(opened.pragma('integrity_check', { simple: true })).toBe('ok');
  opened.close();
  const time = /^condor_vault_last_backup_seconds (\S+)$/m.exec(await metricsAt(server.port))?.[1];
  expect(Math.abs(Number(time) * 1000 - statSync(join(folder, copy)).mtimeMs)).toBeLessThan(60_000);
  expect(server.output.err).toContain('"backed up"');
  expect(await server.end()).toBe(0);
});

it('stays healthy and logs one line when a backup fails', async () => {
  writeFileSync(folder, 'not a folder');
  const server = await start();
  await eventually(async () => {
    expect(await metricsAt(server.port)).toContain(
      'condor_vault_backups_total{outcome="failed"} 1',
    );
  });
  const lines = server.output.err.split('\n').filter((line) => line.includes('backup failed'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('EEXIST');
  expect((await fetch(`http://127.0.0.1:${server.port}/health`)).status).toBe(200);
  expect(await server.end()).toBe(0);
});

it('logs a failed backup when the backup folder can’t be created, and exits on SIGTERM', async () => {
  // `/proc` exists, but programs can't create folders in it.
  folder = '/proc/condor/copies';
  const server = await start();
  await eventually(async () => expect(server.output.err).toContain('backup failed'));
  expect(await server.end()).toBe(0);
});

it('removes a killed service’s partial copy at the next start, and keeps the complete copy', async () => {
  const server = await start();
  const transport = createHttpTransport(server.port);
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const authenticator = createSoftAuthenticator();
  const { account } = await client.openAccount(authenticator);
  await eventually(async () => expect(copies()).toHaveLength(1));
  await server.end('SIGKILL');
  transport.close();
  // A kill while copying leaves a file with such a name (see
  // test/server/vault/backup.integration.test.ts).
  const partial = `${copies()[0]?.replace(/\d\dZ/, '00Z')}.1.partial`;
  writeFileSync(join(folder, partial), 'half');
  const again = await start();
  await eventually(async () => expect(readdirSync(folder)).toEqual(copies()));
  const transportAgain = createHttpTransport(again.port);
  const login = await createVaultClient(transportAgain, DEVELOPMENT_TENANT).logIn(authenticator);
  expect(login.envelope.revision).toBe(account.revision);
  transportAgain.close();
  expect(await again.end()).toBe(0);
  expect(
    readFileSync(join(folder, copies()[0] ?? ''))
      .subarray(0, 6)
      .toString(),
  ).toBe('SQLite');
});

/** Creates a database that takes some time to copy. */
async function bigDatabase(): Promise<void> {
  const database = new Database(join(home, 'vault.db'));
  database.exec('create table filler (content blob)');
  const add = database.prepare('insert into filler values (zeroblob(1000000))');
  database.transaction(() => {
    for (let at = 0; at < 200; at++) add.run();
  })();
  database.close();
}

const partials = () => readdirSync(folder).filter((name) => name.endsWith('.partial'));

it('answers commits while a backup runs, and makes a complete copy', async () => {
  const authenticator = createSoftAuthenticator();
  const first = await startServerProcess({ directory: home });
  const firstTransport = createHttpTransport(first.port);
  const { account } = await createVaultClient(firstTransport, DEVELOPMENT_TENANT).openAccount(
    authenticator,
  );
  firstTransport.close();
  await first.end();
  await bigDatabase();
  const server = await start();
  const transport = createHttpTransport(server.port);
  // The account's session is still valid, so the first request is a commit.
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  let during = 0;
  while (copies().length === 0) {
    await client.commit(account, authenticator);
    if (partials().length > 0) during++;
  }
  expect(during).toBeGreaterThan(0);
  const opened = new Database(join(folder, copies()[0] ?? ''), { readonly: true });
  expect(opened.pragma('integrity_check', { simple: true })).toBe('ok');
  opened.close();
  transport.close();
  expect(await server.end()).toBe(0);
});

it('cancels a running backup when the service stops, and leaves no partial copy', async () => {
  await bigDatabase();
  const server = await start();
  await eventually(async () => expect(partials()).toHaveLength(1));
  expect(await server.end('SIGTERM')).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
