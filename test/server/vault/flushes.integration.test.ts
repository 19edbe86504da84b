import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { startServerProcess } from '../../helpers/server-process.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient } from '../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './harness.ts';

const COMMITS = 40;

/** Counts the flushes of a process in a trace of its system calls. */
function countFlushes(file: string): number {
  return (
    readFileSync(file, 'utf8').split(
      '"ph":"e","cat":"node,node.fs,node.fs.async","name":"fdatasync"',
    ).length - 1
  );
}

it('the vault flushes to disk at least once for each 200 response to a commit', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'condor-flush-'));
  const trace = join(directory, 'trace.json');
  const server = await startServerProcess({
    directory,
    nodeFlags: ['--trace-event-categories', 'node.fs.async', '--trace-event-file-pattern', trace],
  });
  const transport = createHttpTransport(server.port);
  const client = createVaultClient(transport, DEVELOPMENT_TENANT);
  const authenticator = createSoftAuthenticator();
  const { account } = await client.register(authenticator);
  for (let i = 0; i < COMMITS; i++) await client.commit(account, authenticator);
  transport.close();
  expect(await server.end()).toBe(0);
  // At least one flush for the registration, and one for each commit.
  expect(countFlushes(trace)).toBeGreaterThanOrEqual(COMMITS + 1);
  rmSync(directory, { recursive: true });
});
