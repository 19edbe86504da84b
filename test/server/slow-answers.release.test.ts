import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { createVaultClient } from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

/** Milliseconds; longer than the alerts' limits. */
const SLOW_MS = 1200;

let postgres: TestPostgres;
let server: ServerProcess;
let transport: ReturnType<typeof createHttpTransport>;
let other: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.createDatabase('slow');
  server = await startServerProcess({
    environment: {
      DATABASE_URL: url,
      SERVICES: 'vault,indexer',
      CHAIN_RPC_URL: 'http://127.0.0.1:9',
    },
  });
  transport = createHttpTransport(server.port);
  other = new pg.Client({ connectionString: url });
  await other.connect();
});
afterAll(async () => {
  transport.close();
  await other.end();
  await server.end();
  await postgres.stop();
});

async function above(limit: number, histogram: string, labels: string): Promise<number> {
  const { text } = await transport({
    method: 'GET',
    path: '/metrics',
    headers: { host: 'localhost' },
  });
  const count = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(histogram + name) && line.includes(labels))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return count('_count') - count(`_bucket{le="${limit}"`);
}

async function lockedFor(table: string, work: () => Promise<unknown>): Promise<void> {
  await other.query(`begin; lock table ${table}`);
  const working = work();
  await wait(SLOW_MS);
  await other.query('commit');
  await working;
}

it('counts requests that wait for a locked table as slow', async () => {
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const { account } = await client.openAccount();
  await lockedFor('vaults', () => client.vault(account.token));
  expect(await above(1, 'condor_vault_request_seconds', 'route="/v1/vault"')).toBe(1);
  const path = '/indexer/api/v1/user/0x0000000000000000000000000000000000000001/positions';
  await lockedFor('indexer_positions', () =>
    transport({ method: 'GET', path, headers: { host: 'localhost' } }),
  );
  expect(await above(1, 'condor_request_seconds', 'service="indexer"')).toBe(1);
});

it('counts a commit that waits for a standby as a slow flush', async () => {
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const { authenticator } = await client.openAccount();
  const before = await above(0.25, 'condor_database_flush_seconds', 'service="vault"');
  await other.query("alter system set synchronous_standby_names = 'nobody'");
  await other.query('select pg_reload_conf()');
  const committing = client.logIn(authenticator);
  await wait(SLOW_MS);
  await other.query('alter system reset synchronous_standby_names');
  await other.query('select pg_reload_conf()');
  await committing;
  expect(await above(0.25, 'condor_database_flush_seconds', 'service="vault"')).toBeGreaterThan(
    before,
  );
});
