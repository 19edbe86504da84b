import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { startServerProcess } from '../../helpers/server-process.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient } from '../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './harness.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'condor-backup-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('copies a database under load to one that serves the same accounts', async () => {
  const file = join(directory, 'vault.db');
  const copy = join(directory, 'backup.db');
  const environment = { DATABASE_URL: `sqlite:${file}` };
  const script = new URL('../../../server/backup.ts', import.meta.url).pathname;
  const backUp = () =>
    run(process.execPath, [script, copy], { env: { PATH: process.env.PATH, ...environment } });

  await expect(backUp()).rejects.toMatchObject({
    stderr: `condor: there is no database at ${file}\n`,
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
  await expect(backUp()).rejects.toMatchObject({ stderr: `condor: ${copy} is there already\n` });
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
