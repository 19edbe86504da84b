import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { EXPANDING, nextVersionEnvironment } from '../helpers/next-version-environment.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import {
  runServerToEnd,
  type ServerProcess,
  startServerProcess,
} from '../helpers/server-process.ts';
import { createVaultClient, type Transport } from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

const CONTRACT = {
  ...EXPANDING,
  '005-from-004-drop-color': 'alter table vaults drop column color',
};
const INSTANCES = 3;
const ACCOUNTS = 3;

let postgres: TestPostgres;
let databaseUrl: string;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase('rolling');
});
afterAll(() => postgres.stop());

/**
 * Returns start options for this version. With `migrations`, returns them for an invented next
 * version.
 */
function version(migrations?: Readonly<Record<string, string>>) {
  const next = migrations === undefined ? {} : nextVersionEnvironment(migrations);
  return { environment: { DATABASE_URL: databaseUrl, ...next } };
}

/** Creates a proxy that removes an instance from its list before the instance stops. */
function createProxy() {
  const instances: { server: ServerProcess; transport: ReturnType<typeof createHttpTransport> }[] =
    [];
  let turn = 0;
  const transport: Transport = (call) => {
    const instance = instances[turn++ % instances.length];
    if (instance === undefined) throw new Error('the proxy has no instance');
    return instance.transport(call);
  };
  return {
    transport,
    add(server: ServerProcess) {
      instances.push({ server, transport: createHttpTransport(server.port) });
    },
    /** Removes the oldest instance, and stops it once its running requests have finished. */
    async removeOldest(signal?: NodeJS.Signals) {
      const oldest = instances.shift();
      expect(await oldest?.server.end(signal)).toBe(0);
      oldest?.transport.close();
    },
    length: () => instances.length,
  };
}

it('replaces instances one by one with a version that adds columns, and no commit fails', async () => {
  const proxy = createProxy();
  const started = Array.from({ length: INSTANCES }, () => startServerProcess(version()));
  for (const server of await Promise.all(started)) proxy.add(server);
  const client = createVaultClient(proxy.transport, DEVELOPMENT_TENANT);
  let isDone = false;
  let commits = 0;
  const load = Array.from({ length: ACCOUNTS }, async () => {
    const { account, authenticator } = await client.openAccount();
    while (!isDone) {
      await client.commit(account, authenticator);
      await client.logIn(authenticator);
      commits++;
    }
    const { envelope } = await client.vault(account.token);
    expect(envelope.revision).toBe(account.revision);
  });
  const upgrade = async () => {
    proxy.add(await startServerProcess(version(EXPANDING)));
    const before = commits;
    // Old instances run while the new instance is running, and they can also restart.
    await proxy.removeOldest();
    proxy.add(await startServerProcess(version()));
    await expect.poll(() => commits).toBeGreaterThan(before + 10);
    for (let i = 0; i < INSTANCES; i++) {
      await proxy.removeOldest();
      if (proxy.length() < INSTANCES) proxy.add(await startServerProcess(version(EXPANDING)));
    }
  };
  await Promise.all([upgrade().finally(() => (isDone = true)), ...load]);
  while (proxy.length() > 0) await proxy.removeOldest();
});

it('refuses to start a former version after a later version has dropped the former version’s columns', async () => {
  const contracted = await startServerProcess(version(CONTRACT));
  expect(await contracted.end()).toBe(0);
  const expanded = await startServerProcess(version(EXPANDING));
  expect(await expanded.end()).toBe(0);
  const { code, err } = await runServerToEnd(version());
  expect(code).toBe(1);
  expect(err).toBe(
    'condor: the database of vault was written by a later version; run that version or restore a backup\n',
  );
});
