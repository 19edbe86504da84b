import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpTransport } from '../helpers/http-transport.ts';
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../helpers/server-process.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from '../helpers/soft-authenticator.ts';
import {
  type ClientAccount,
  commitBody,
  createVaultClient,
  type VaultClient,
} from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from '../server/vault/harness.ts';
import { requestBytes, type Wire } from './vault-load.ts';

export interface BenchAccount {
  readonly account: ClientAccount;
  readonly authenticator: SoftAuthenticator;
}

/** A vault service in a separate process, and clients with accounts. */
export interface World {
  readonly server: ServerProcess;
  readonly client: VaultClient;
  readonly accounts: readonly BenchAccount[];
  close(): Promise<void>;
}

const { origin } = DEVELOPMENT_TENANT;

export async function openWorld(
  databaseUrl: string | undefined,
  accountCount: number,
  options: Pick<ServerProcessOptions, 'entry' | 'nodeFlags'> = {},
): Promise<World> {
  const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await startServerProcess({ ...options, environment });
  const transport = createHttpTransport(server.port);
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const accounts: BenchAccount[] = [];
  await inParallel(accountCount, async () => {
    accounts.push(await client.openAccount(createSoftAuthenticator()));
  });
  return {
    server,
    client,
    accounts,
    async close() {
      transport.close();
      await server.end();
    },
  };
}

export async function inParallel(
  count: number,
  job: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await job(index);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

export function getVaultBytes({ account }: BenchAccount): Buffer {
  return requestBytes('GET', '/v1/vault', { origin, authorization: `Bearer ${account.token}` });
}

/** Prepares requests that commit the next revision of different accounts. */
export async function prepareCommits(
  { client, accounts }: World,
  count: number,
): Promise<readonly Buffer[]> {
  const requests: Buffer[] = new Array(count);
  await inParallel(count, async (index) => {
    const one = accounts[index];
    if (one === undefined) throw new Error('not enough accounts');
    const prepared = await client.prepareCommit(one.account, one.authenticator);
    one.account.revision++;
    requests[index] = requestBytes(
      'POST',
      '/v1/mutations/commit',
      { origin, authorization: `Bearer ${one.account.token}` },
      commitBody(prepared),
    );
  });
  return requests;
}

const LOGIN_OPTIONS = requestBytes('POST', '/v1/authentication/options', { origin }, '{}');

export async function logIn(wire: Wire, { authenticator }: BenchAccount): Promise<void> {
  const asked = expectOk(await wire.send(LOGIN_OPTIONS));
  const { challengeId, options } = JSON.parse(asked);
  const { credential } = authenticator.get(options, { origin: DEVELOPMENT_TENANT.webauthnOrigin });
  const body = JSON.stringify({ challengeId, credential });
  expectOk(await wire.send(requestBytes('POST', '/v1/authentication/verify', { origin }, body)));
}

export function expectOk({ status, body }: { status: number; body: string }): string {
  if (status !== 200) throw new Error(`${status} ${body.slice(0, 200)}`);
  return body;
}

/**
 * Starts the floor's process and returns its port.
 * @param answers the responses of its reads, in turn
 */
export async function openFloor(
  answers: readonly string[],
): Promise<{ port: number; close(): void }> {
  const home = mkdtempSync(join(tmpdir(), 'condor-floor-'));
  const texts = join(home, 'answers.json');
  writeFileSync(texts, JSON.stringify(answers));
  const program = new URL('./vault-floor.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, join(home, 'floor.db'), texts], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(/\d+/.exec(line.toString())?.[0])));
  });
  return { port, close: () => child.kill('SIGKILL') };
}

/** Returns a process's resident memory in MB, as counted by Linux. */
export function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
