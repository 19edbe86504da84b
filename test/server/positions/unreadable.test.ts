import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { indexerService } from '../../../server/positions/plugin.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory, syntheticOption, syntheticUser } from '../../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { systemClock, temporaryDirectory } from '../orders/harness.ts';

const directory = temporaryDirectory();
afterAll(directory.remove);

it('reports an invalid stored row once, and serves and indexes all other rows', async () => {
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 9, users: 1 }));
  chain.grow(5);
  const node = await startSyntheticNode(chain);
  const database = openDatabase<IndexerTables>(
    { engine: 'sqlite', file: `${directory.path}/unreadable.db` },
    { busyTimeoutMs: 0 },
  );
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } });
  await app.register(indexerService, {
    database,
    clock: systemClock,
    chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 10 },
  });
  await app.ready();
  const get = async (path: string) => (await app.inject(path)).json();
  const upTo = (block: number) =>
    eventually(async () =>
      expect(await get('/health')).toMatchObject({ last_indexed_block: block, error: null }),
    );
  await upTo(5);
  const broken = syntheticOption(2);
  await sql`update indexer_positions set strikes = 'x' where address = ${broken}`.execute(
    database.db,
  );
  for (const path of [
    `/api/v1/user/${syntheticUser(0)}/positions`,
    `/api/v1/user/${syntheticUser(0)}/positions?limit=9`,
    '/api/v1/open-positions',
    '/api/v1/book/state',
  ]) {
    const { statusCode, body } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(body).toContain(syntheticOption(3));
    expect(body).not.toContain(broken);
  }
  // The settlement of the invalid position is in a later block.
  chain.grow(15);
  await upTo(20);
  expect(await get(`/api/v1/user/${syntheticUser(0)}/history`)).toHaveLength(10);
  const reports = lines.filter((line) => line.includes(broken));
  expect(reports).toHaveLength(1);
  expect(reports[0]).toContain('indexer_positions');
  await app.close();
  await database.close();
  await node.stop();
});
