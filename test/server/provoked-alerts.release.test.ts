import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { createVaultClient } from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

let postgres: TestPostgres;
let server: ServerProcess;
let transport: ReturnType<typeof createHttpTransport>;

beforeAll(async () => {
  postgres = await startPostgres();
  server = await startServerProcess({
    environment: { DATABASE_URL: await postgres.createDatabase('provoked') },
  });
  transport = createHttpTransport(server.port);
});
afterAll(async () => {
  transport.close();
  await server.end();
  await postgres.stop();
});

const metrics = () =>
  transport({ method: 'GET', path: '/metrics', headers: { host: 'localhost' } });

async function requests(...labels: readonly string[]): Promise<number> {
  const { text } = await metrics();
  return text
    .split('\n')
    .filter((line) => line.startsWith('condor_vault_requests_total'))
    .filter((line) => labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

it('counts logins with a wrong signature', async () => {
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const { authenticator } = await client.openAccount();
  const edit = {
    signature: (bytes: Uint8Array) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1),
  };
  for (let i = 0; i < 3; i++)
    await expect(client.logIn(authenticator, { edit })).rejects.toMatchObject({ status: 401 });
  expect(await requests('route="/v1/authentication/verify"', 'outcome="AUTH_FAILED"')).toBe(3);
});

it('counts requests that fail because the database is gone', async () => {
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const { account } = await client.openAccount();
  await postgres.shutDown();
  await expect(client.vault(account.token)).rejects.toMatchObject({ status: 503 });
  expect(await requests('outcome="SERVICE_UNAVAILABLE"')).toBe(1);
  await postgres.startAgain();
});

it('a killed service doesn’t serve metrics', async () => {
  await server.end('SIGKILL');
  await expect(metrics()).rejects.toThrow();
});
