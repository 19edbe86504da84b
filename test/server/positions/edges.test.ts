import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory, syntheticOption, syntheticUser } from '../../helpers/synthetic-fills.ts';
import { type SyntheticNode, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const directory = temporaryDirectory();
let node: SyntheticNode;
let indexer: RunningIndexer;
let limited: RunningIndexer;

beforeAll(async () => {
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 9, users: 3 }));
  chain.grow(20);
  node = await startSyntheticNode(chain);
  const options = { chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 20 } };
  const file = `${directory.path}/edges.db`;
  indexer = await startIndexer({ engine: 'sqlite', file }, options);
  await eventually(async () =>
    expect(await indexer.get('/health')).toMatchObject({ status: 'ok', last_indexed_block: 20 }),
  );
  limited = await startIndexer({ engine: 'sqlite', file }, { ...options, rateLimits: true });
});
afterAll(async () => {
  await limited?.stop();
  await indexer?.stop();
  await node?.stop();
  directory.remove();
});

describe('a request', () => {
  it.each([
    ['/api/v1/book/option/0x12', 'Invalid option address format'],
    ['/api/v1/factory/option/0x12', 'Invalid option address format'],
    ['/api/v1/book/referrer/0x12/state', 'Invalid referrer address format'],
    ['/api/v1/user/0x12/positions', 'Invalid user address format'],
  ])('of %s says whose address is bad', async (path, error) => {
    expect([await indexer.status(path), await indexer.get(path)]).toEqual([400, { error }]);
  });

  it.each([
    `/api/v1/user/${syntheticUser(1)}/history`,
    '/api/v1/open-positions',
    '/api/v1/factory/rfqs',
    '/api/v1/factory/offers',
    '/api/v1/factory/options',
  ])('of %s with an empty limit is one without', async (path) => {
    expect(await indexer.get(`${path}?limit=&offset=&status=`)).toEqual(await indexer.get(path));
  });

  it.each(['/health', '/api/v1/stats', '/api/v1/update', '/nowhere'])(
    'of %s by HEAD is refused and does nothing',
    async (path) => {
      const { statusCode, headers } = await indexer.app.inject({
        method: 'HEAD',
        url: `/indexer${path}`,
      });
      expect([statusCode, headers.allow, headers['access-control-allow-origin']]).toEqual([
        405,
        'GET',
        '*',
      ]);
    },
  );

  it('beyond the rate of its address is refused with the time to wait, and another address is not', async () => {
    const url = `/indexer/api/v1/book/option/${syntheticOption(1)}`;
    const ask = (remoteAddress: string) => limited.app.inject({ url, remoteAddress });
    for (let i = 0; i < 600; i++) expect((await ask('192.0.2.1')).statusCode).toBe(200);
    const refused = await ask('192.0.2.1');
    expect([refused.statusCode, refused.json()]).toEqual([429, { error: expect.any(String) }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('192.0.2.2')).statusCode).toBe(200);
  });
});
