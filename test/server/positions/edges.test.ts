import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { clockAt, createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import {
  fillEvents,
  fillStory,
  SYNTHETIC_IMPLEMENTATION,
  syntheticOption,
  syntheticUser,
} from '../../helpers/synthetic-fills.ts';
import {
  type Misbehaviour,
  type SyntheticNode,
  sendError,
  sendResult,
  startSyntheticNode,
} from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { dump } from './dump.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const directory = temporaryDirectory();
let node: SyntheticNode;
let indexer: RunningIndexer;
let limited: RunningIndexer;

beforeAll(async () => {
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 9, users: 3 }));
  chain.grow(20);
  node = await startSyntheticNode(chain);
  const options = {
    chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 20 },
    clock: clockAt(chain),
  };
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
  ])(
    'answers 400 to a request for %s, because the address in the path is invalid',
    async (path, error) => {
      expect([await indexer.status(path), await indexer.get(path)]).toEqual([400, { error }]);
    },
  );

  it.each([
    `/api/v1/user/${syntheticUser(1)}/history`,
    '/api/v1/open-positions',
    '/api/v1/factory/rfqs',
    '/api/v1/factory/offers',
    '/api/v1/factory/options',
  ])('treats empty parameters of a request for %s as missing', async (path) => {
    expect(await indexer.get(`${path}?limit=&offset=&status=`)).toEqual(await indexer.get(path));
  });

  it.each(['/health', '/api/v1/stats', '/api/v1/update', '/nowhere'])(
    'answers 405 to a HEAD request for %s, and names GET as the allowed method',
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

  it('rejects an address’s requests above the rate and names the time to wait, but accepts requests of other addresses', async () => {
    const url = `/indexer/api/v1/book/option/${syntheticOption(1)}`;
    const ask = (remoteAddress: string) => limited.app.inject({ url, remoteAddress });
    for (let i = 0; i < 600; i++) expect((await ask('192.0.2.1')).statusCode).toBe(200);
    const refused = await ask('192.0.2.1');
    expect([refused.statusCode, refused.json()]).toEqual([429, { error: expect.any(String) }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('192.0.2.2')).statusCode).toBe(200);
  });
});

describe('a hostile option contract', () => {
  const [GARBAGE, BURNER] = [syntheticOption(3), syntheticOption(12)];
  const word = (value: string): Hex => `0x${value.replace('0x', '').padStart(64, '0')}`;
  /**
   * A node with two hostile options. All getters of one option return 1. Every request that
   * includes the other option fails.
   */
  const hostile: Misbehaviour = ({ method, params }, response) => {
    if (method !== 'eth_call') return false;
    const { data } = params[0] as { data: Hex };
    const { args } = decodeFunctionData({ abi: multicall3Abi, data });
    const calls = args?.[0] as readonly { target: string; callData: Hex }[];
    const targets = calls.map(({ target }) => target.toLowerCase());
    if (targets.includes(BURNER)) sendError(response, -32000, 'gas limit exceeded');
    else
      sendResult(
        response,
        encodeFunctionResult({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          result: targets.map((target) => ({
            success: true,
            returnData: word(target === GARBAGE ? '1' : SYNTHETIC_IMPLEMENTATION),
          })),
        }),
      );
    return true;
  };

  it('reads all other options even if the contracts of two options are hostile', async () => {
    // The indexer reads the terms of the hostile options from the contracts, because only their
    // fills are on the chain.
    const chain = createSyntheticChain((block) => {
      const isHostile = [GARBAGE, BURNER].includes(syntheticOption(block));
      return [fillEvents(block, 3).slice(isHostile ? 1 : 0)];
    });
    chain.grow(20);
    const only = await startSyntheticNode(chain);
    only.misbehave(hostile);
    const target = { engine: 'sqlite', file: `${directory.path}/hostile.db` } as const;
    const reading = await startIndexer(target, {
      chain: { rpcUrls: [only.url], startBlock: 0, pollMs: 20 },
    });
    try {
      await eventually(async () => {
        expect(await reading.get('/health')).toMatchObject({ error: null, last_indexed_block: 20 });
        const { positions } = await dump(target);
        expect(positions).toHaveLength(20);
        for (const { address, implementation, status } of positions as Record<string, unknown>[]) {
          const isHostile = address === GARBAGE || address === BURNER;
          expect(status).toBe(isHostile ? 'pending_init' : 'open');
          if (!isHostile) expect(implementation).toBe(SYNTHETIC_IMPLEMENTATION);
          if (address === GARBAGE) expect(implementation).toBe(word('1').replace(/0{24}/, ''));
          if (address === BURNER) expect(implementation).toBe('unknown');
        }
      });
    } finally {
      await reading.stop();
      await only.stop();
    }
  });
});
