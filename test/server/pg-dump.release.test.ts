import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { documentedCommands } from '../helpers/document.ts';
import { eventually } from '../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { fillStory } from '../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';
import { dump } from './positions/dump.ts';
import { startIndexer } from './positions/harness.ts';
import { serveVault } from './serve-vault.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../server/hosting/backup.md', import.meta.url);

let postgres: TestPostgres;
let programs: string;
let home: string;

/** PostgreSQL versions that Debian installed. Tools can't read dumps of newer versions. */
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

function type(commands: string, url: string, target = '') {
  return run('sh', ['-euc', commands], {
    cwd: home,
    env: {
      ...process.env,
      PATH: [programs, process.env.PATH ?? ''].join(delimiter),
      DATABASE_URL: url,
      TARGET: target,
    },
  });
}

it('the commands in backup.md restore a dump with Debian’s PostgreSQL', async () => {
  const [dump = '', restore = ''] = documentedCommands(DOCUMENT, '## PostgreSQL');
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
  // The document says that the target must be empty.
  await expect(type(restore, second)).rejects.toThrow('already exists');
});

it('the commands in backup.md copy an index, and an indexer continues with the copy', async () => {
  const [, , copy = ''] = documentedCommands(DOCUMENT, '## Moving a backfilled index');
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 9, users: 3 }));
  chain.grow(60);
  const node = await startSyntheticNode(chain);
  const index = async (url: string) => {
    const indexer = await startIndexer(
      { engine: 'postgres', url },
      { chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 10 } },
    );
    await eventually(async () => {
      expect(await indexer.get('/health')).toMatchObject({
        last_indexed_block: chain.head.number,
        error: null,
      });
      expect(JSON.stringify(await indexer.get('/api/v1/stats/protocol'))).not.toContain('UNKNOWN');
    });
    await indexer.stop();
  };
  const rows = (url: string) => dump({ engine: 'postgres', url });
  const first = await postgres.createDatabase('indexed');
  const second = await postgres.createDatabase('copied');
  await index(first);
  await type(copy, first, second);
  expect(statSync(join(home, 'index.dump')).mode & 0o777).toBe(0o600);
  expect(await rows(second)).toEqual(await rows(first));
  chain.grow(20);
  await index(second);
  await index(first);
  expect(await rows(second)).toEqual(await rows(first));
  await node.stop();
});
