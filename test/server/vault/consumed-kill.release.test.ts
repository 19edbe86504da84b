import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { startServerProcess } from '../../helpers/server-process.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient, type VaultClient } from '../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-consumed-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a server on the test's database during `work`, and then kills the server. */
async function whileServing(work: (client: VaultClient) => Promise<void>): Promise<void> {
  const server = await startServerProcess({ directory });
  const transport = createHttpTransport(server.port);
  try {
    await work(createVaultClient(transport, DEVELOPMENT_TENANT));
  } finally {
    transport.close();
    await server.end('SIGKILL');
  }
}

it('a used login challenge stays used after a kill, and an unused challenge stays valid', async () => {
  const authenticator = createSoftAuthenticator();
  const used: Parameters<VaultClient['sendLogin']>[0][] = [];
  const unused: typeof used = [];
  await whileServing(async (client) => {
    await client.openAccount(authenticator);
  });
  for (let kill = 0; kill < 3; kill++) {
    await whileServing(async (client) => {
      for (const prepared of unused.splice(0)) await client.sendLogin(prepared);
      for (const prepared of used)
        await expect(client.sendLogin(prepared)).rejects.toMatchObject({
          code: 'CHALLENGE_EXPIRED',
        });
      unused.push(await client.prepareLogin(authenticator));
      const login = await client.prepareLogin(authenticator);
      used.push(login);
      await client.sendLogin(login);
    });
  }
});
