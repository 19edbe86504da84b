import Database from 'better-sqlite3';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import type { IndexerServiceOptions } from '../../../server/positions/plugin.ts';
import { everyNth, IS_RELEASE } from '../../belts.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import {
  clockAt,
  createSyntheticChain,
  type Story,
  type SyntheticChain,
} from '../../helpers/synthetic-chain.ts';
import { fillStory, syntheticUser } from '../../helpers/synthetic-fills.ts';
import {
  askedLogs,
  type Misbehaviour,
  type SyntheticNode,
  sendError,
  sendResult,
  startSyntheticNode,
} from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { counters, dump } from './dump.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
let postgres: TestPostgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await postgres?.stop();
  directory.remove();
});

const sqlite = async () =>
  ({ engine: 'sqlite', file: `${directory.path}/${databases++}.db` }) as const;
const postgresql = async () =>
  ({ engine: 'postgres', url: await postgres.createDatabase(`faults${databases++}`) }) as const;

const USERS = 7;
const story = fillStory({ perBlock: 2, settledAfter: 30, users: USERS });

function chainOf(blocks: number): SyntheticChain {
  const chain = createSyntheticChain(story);
  chain.grow(blocks);
  return chain;
}

async function node(
  chain: SyntheticChain,
  misbehaviour?: Misbehaviour,
  lag?: () => number,
): Promise<SyntheticNode> {
  const started = await startSyntheticNode(chain, lag === undefined ? {} : { lag });
  started.misbehave(misbehaviour);
  ends.push(started.stop);
  return started;
}

async function start(
  target: DatabaseTarget,
  nodes: readonly SyntheticNode[],
  options: Partial<IndexerServiceOptions> = {},
): Promise<RunningIndexer> {
  const chain = { rpcUrls: nodes.map(({ url }) => url), startBlock: 0, pollMs: 10 };
  const indexer = await startIndexer(target, { chain, ...options });
  ends.push(indexer.stop);
  return indexer;
}

/** Waits until the whole chain is indexed and the implementation of every option is known. */
async function reach(indexer: RunningIndexer, chain: SyntheticChain): Promise<void> {
  await eventually(async () => {
    expect(await indexer.get('/health')).toMatchObject({
      last_indexed_block: chain.head.number,
      error: null,
    });
    const stats = (await indexer.get('/api/v1/stats/protocol')) as {
      stats: Record<string, object>;
    };
    expect(Object.keys(stats.stats.byImplementationType ?? {})).not.toContain('UNKNOWN');
  });
}

async function undisturbed(chain: SyntheticChain, target: DatabaseTarget) {
  const indexer = await start(target, [await node(chain)]);
  await reach(indexer, chain);
  await indexer.stop();
  return { rows: await dump(target), counters: await counters(target) };
}

/**
 * Returns a story in which other accounts trade after block `fork`. Earlier fills settle as before.
 */
function otherStory(fork: number): Story {
  const other = fillStory({ perBlock: 3, settledAfter: 5, users: USERS + 2, branch: 'b' });
  return (block) => [
    ...story(block).filter((events) => isSettlementBefore(events, block, fork)),
    ...other(block - fork),
  ];
}

function isSettlementBefore(events: readonly unknown[], block: number, fork: number): boolean {
  // A fill has two events, and one of them is an event of the book. Earlier fills still settle.
  const isFill = JSON.stringify(events).includes('0x0fee4799');
  return !isFill && block - 30 <= fork;
}

describe.each(
  everyNth(2, [
    ['SQLite', sqlite],
    ['PostgreSQL', postgresql],
  ] as const),
)('a reorganization on %s', (_, target) => {
  it.each(everyNth(2, [10, 1, 100]))(
    'after a reorganization of %d blocks, the index has exactly the rows of an indexer that saw only the new chain',
    async (depth) => {
      const chain = chainOf(200);
      const database = await target();
      const indexer = await start(database, [await node(chain)]);
      await reach(indexer, chain);
      for (let i = 0; i < 20; i++) {
        chain.grow(1);
        await reach(indexer, chain);
      }
      const before = await indexer.list(`/api/v1/user/${syntheticUser(1)}/positions`);
      chain.reorganize(depth, otherStory(chain.head.number - depth));
      await reach(indexer, chain);
      expect(await indexer.list(`/api/v1/user/${syntheticUser(1)}/positions`)).not.toEqual(before);
      await indexer.stop();
      expect(await dump(database)).toEqual((await undisturbed(chain, await target())).rows);
    },
  );
});

describe('a reorganization', () => {
  it('counts a reorganization in the metrics by the number of replaced blocks', async () => {
    const chain = chainOf(60);
    const registry = new Registry();
    const indexer = await start(await sqlite(), [await node(chain)], { registry });
    await reach(indexer, chain);
    // Blocks near the head are read and undone one at a time.
    for (let i = 0; i < 12; i++) {
      chain.grow(1);
      await reach(indexer, chain);
    }
    chain.reorganize(10, otherStory(chain.head.number - 10));
    await reach(indexer, chain);
    const text = await registry.metrics();
    expect(text).toContain('condor_indexer_reorganisation_blocks_count 1\n');
    expect(text).toContain('condor_indexer_reorganisation_blocks_bucket{le="8"} 0\n');
    expect(text).toContain('condor_indexer_reorganisation_blocks_bucket{le="16"} 1\n');
    expect(text).toContain('condor_indexer_lag_blocks 0\n');
    expect(text).toContain('condor_indexer_writer 1\n');
  });

  it('rejects and reports a reorganization that is deeper than the undo data, and loses no data', async () => {
    const chain = chainOf(1_500);
    const database = await sqlite();
    const indexer = await start(database, [await node(chain)]);
    await reach(indexer, chain);
    const before = await dump(database);
    chain.reorganize(1_200, otherStory(chain.head.number - 1_200));
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        status: 'unhealthy',
        error: expect.stringContaining('deeper than can be undone'),
      }),
    );
    await indexer.stop();
    expect(await dump(database)).toEqual(before);
  });

  it.each([
    ['SQLite', sqlite],
    ['PostgreSQL', postgresql],
  ])(
    'after a reorganization down to the first block, indexes everything again on %s',
    async (_, target) => {
      const chain = chainOf(50);
      const database = await target();
      const indexer = await start(database, [await node(chain)]);
      await reach(indexer, chain);
      await indexer.stop();
      const other = createSyntheticChain(story, { seed: 'another chain' });
      other.grow(20);
      const again = await start(database, [await node(other)]);
      await reach(again, other);
      await again.stop();
      expect((await dump(database)).positions).toHaveLength(40);
    },
  );
});

describe('the indexer', () => {
  const rateLimit = (): Misbehaviour => {
    let asked = 0;
    return (_, response) => {
      if (asked++ % 3 !== 0) return false;
      response.writeHead(429).end();
      return true;
    };
  };
  /** Breaks the connection in the middle of every second response with logs. */
  const dieMidway = (): Misbehaviour => {
    let asked = 0;
    return ({ method }, response) => {
      if (method !== 'eth_getLogs' || asked++ % 2 !== 0) return false;
      response.writeHead(200, { 'content-length': '100000' });
      response.write('{"jsonrpc":"2.0","id":1,"result":[', () => response.destroy());
      return true;
    };
  };
  const refuseRanges =
    (longest: number, refuse: (response: Parameters<Misbehaviour>[1]) => void): Misbehaviour =>
    ({ method, params }, response) => {
      if (method !== 'eth_getLogs') return false;
      const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
      if (fromBlock === undefined || Number(toBlock) - Number(fromBlock) < longest) return false;
      refuse(response);
      return true;
    };

  const chain = chainOf(150);
  let expected: Awaited<ReturnType<typeof undisturbed>>;
  beforeAll(async () => {
    expected = await undisturbed(chain, await sqlite());
  });

  it.each<[string, () => Misbehaviour]>([
    [
      'refuses ranges of more than 10 blocks',
      () =>
        refuseRanges(10, (r) => sendError(r, -32600, 'eth_getLogs is limited to a 10 block range')),
    ],
    [
      'refuses ranges because of a result limit',
      () => refuseRanges(3, (r) => sendError(r, -32005, 'query returned more than 10000 results')),
    ],
    ['refuses ranges with status 413', () => refuseRanges(7, (r) => void r.writeHead(413).end())],
    [
      'refuses ranges because of a time limit',
      () => refuseRanges(1, (r) => sendError(r, -32000, 'query timeout exceeded')),
    ],
    ['limits the rate', rateLimit],
    ['dies in the middle of answers', dieMidway],
    [
      'answers HTML now and then',
      () => {
        let asked = 0;
        return (_, response) => {
          if (asked++ % 4 !== 0) return false;
          response.end('<html>bad gateway</html>');
          return true;
        };
      },
    ],
    [
      'answers null now and then',
      () => {
        let asked = 0;
        return (_, response) => {
          if (asked++ % 4 !== 0) return false;
          sendResult(response, null);
          return true;
        };
      },
    ],
  ])('the indexer doesn’t lose any rows when its node %s', async (_, misbehave) => {
    const database = await sqlite();
    const indexer = await start(database, [await node(chain, misbehave())]);
    await reach(indexer, chain);
    await indexer.stop();
    expect(await dump(database)).toEqual(expected.rows);
    expect(await counters(database)).toEqual(expected.counters);
  });

  it('never asks a node for receipts', async () => {
    const chain = chainOf(20);
    const only = await node(chain);
    const indexer = await start(await sqlite(), [only]);
    await reach(indexer, chain);
    expect([...only.methods].sort()).toEqual([
      'eth_call',
      'eth_chainId',
      'eth_getBlockByNumber',
      'eth_getLogs',
    ]);
  });

  it('keeps indexed data when a node lags behind', async () => {
    const chain = chainOf(100);
    const ahead = await node(chain);
    let lag = 0;
    const behind = await node(chain, undefined, () => lag);
    const database = await sqlite();
    chain.grow(5);
    const indexer = await start(database, [behind, ahead], { clock: clockAt(chain) });
    await reach(indexer, chain);
    lag = 40;
    chain.grow(5);
    await reach(indexer, chain);
    expect(await indexer.get('/health')).toMatchObject({
      status: 'ok',
      nodes: [{ isWorking: false }, { isWorking: true }],
    });
    await indexer.stop();
    expect(await dump(database)).toEqual((await undisturbed(chain, await sqlite())).rows);
  });

  it('rejects a node that reports a wrong head, and asks the next node', async () => {
    const chain = chainOf(100);
    const lying: Misbehaviour = ({ method, params }, response) => {
      if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return false;
      const { hash, parentHash, timestamp } = chain.head;
      sendResult(response, {
        number: '0xffff',
        hash,
        parentHash,
        timestamp: `0x${timestamp.toString(16)}`,
      });
      return true;
    };
    const database = await sqlite();
    const indexer = await start(database, [await node(chain, lying), await node(chain)]);
    await reach(indexer, chain);
    // The lie has made no block final: the blocks that were read before can still be undone.
    chain.reorganize(60, otherStory(chain.head.number - 60));
    await reach(indexer, chain);
    await indexer.stop();
    expect(await dump(database)).toEqual((await undisturbed(chain, await sqlite())).rows);
  });

  it('rejects a node that returns logs of a different version of a block', async () => {
    const chain = chainOf(60);
    let isLying = true;
    const mixed: Misbehaviour = ({ method, params }, response) => {
      if (method !== 'eth_getLogs' || !isLying) return false;
      const logs = askedLogs(params, chain);
      sendResult(
        response,
        logs.map((log, i) => (i % 5 === 1 ? { ...log, blockHash: `0x${'9'.repeat(64)}` } : log)),
      );
      return true;
    };
    const indexer = await start(await sqlite(), [await node(chain, mixed)]);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        error: 'the node returned logs of two versions of a block',
      }),
    );
    isLying = false;
    await reach(indexer, chain);
  });

  it('reads only the chain id from a node of the wrong chain', async () => {
    const chain = chainOf(20);
    const foreign: Misbehaviour = ({ method }, response) => {
      if (method !== 'eth_chainId') return false;
      sendResult(response, '0x1');
      return true;
    };
    const other = await node(chain, foreign);
    const indexer = await start(await sqlite(), [other]);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({ error: 'the node is on another chain' }),
    );
    expect([...other.methods]).toEqual(['eth_chainId']);
  });

  it('when the node stops, serves the existing data, and reports the failure in health', async () => {
    const chain = chainOf(60);
    const only = await node(chain);
    const indexer = await start(await sqlite(), [only]);
    await reach(indexer, chain);
    const path = `/api/v1/user/${syntheticUser(1)}/history`;
    const before = await indexer.get(path);
    await only.stop();
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        status: 'unhealthy',
        error: 'the node did not respond',
      }),
    );
    expect(await indexer.get(path)).toEqual(before);
    const update = await indexer.app.inject('/indexer/api/v1/update');
    expect([update.statusCode, update.json()]).toEqual([
      500,
      { status: 'error', message: expect.any(String) },
    ]);
  });

  it('uses the next node when a node stops responding', async () => {
    const chain = chainOf(60);
    const nodes = [await node(chain), await node(chain)] as const;
    const indexer = await start(await sqlite(), nodes);
    await reach(indexer, chain);
    await nodes[0].stop();
    chain.grow(3);
    await reach(indexer, chain);
  });
});

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgresql],
])('two indexers on one database of %s', (_, target) => {
  it('both indexers together write everything only once when they start together', async () => {
    const chain = chainOf(200);
    const slow = await node(chain, undefined);
    const database = await target();
    const both = await Promise.all([start(database, [slow]), start(database, [slow])]);
    for (const indexer of both) await reach(indexer, chain);
    for (let i = 0; i < 10; i++) {
      chain.grow(1);
      for (const indexer of both) await reach(indexer, chain);
    }
    const writers = await Promise.all(
      both.map(async (indexer) => ((await indexer.get('/health')) as { writer: boolean }).writer),
    );
    expect(writers.filter(Boolean)).toHaveLength(1);
    for (const indexer of both) await indexer.stop();
    const expected = await undisturbed(chain, await target());
    expect(await dump(database)).toEqual(expected.rows);
    expect(await counters(database)).toEqual(expected.counters);
  });

  it('another instance takes over when the writer stops', async () => {
    const chain = chainOf(50);
    const database = await target();
    const dying = await node(chain);
    const [first, second] = [
      await start(database, [dying], { leaseMs: 300 }),
      await start(database, [await node(chain)], { leaseMs: 300 }),
    ];
    await reach(first, chain);
    await first.stop();
    chain.grow(5);
    await reach(second, chain);
    expect(await second.get('/health')).toMatchObject({ writer: true });
  });
});

describe('two indexers whose lease doesn’t work', () => {
  it('both indexers together write every row only once', async () => {
    const chain = chainOf(IS_RELEASE ? 300 : 100);
    const database = await sqlite();
    const small: Misbehaviour = ({ method, params }, response) => {
      if (method !== 'eth_getLogs') return false;
      const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
      if (fromBlock === undefined || Number(toBlock) - Number(fromBlock) < 5) return false;
      sendError(response, -32005, 'range too wide');
      return true;
    };
    const both = await Promise.all([
      start(database, [await node(chain, small)], { leaseMs: -1 }),
      start(database, [await node(chain, small)], { leaseMs: -1 }),
    ]);
    for (const indexer of both) await reach(indexer, chain);
    for (const indexer of both) await indexer.stop();
    const expected = await undisturbed(chain, await sqlite());
    expect(await dump(database)).toEqual(expected.rows);
    expect(await counters(database)).toEqual(expected.counters);
  });
});

describe('the database', () => {
  it('the indexer loses nothing when the database crashes', async () => {
    const chain = chainOf(100);
    const database = await postgresql();
    const indexer = await start(database, [await node(chain)]);
    await reach(indexer, chain);
    const crash = postgres.crashAndRestart();
    chain.grow(20);
    await crash;
    await reach(indexer, chain);
    await indexer.stop();
    const expected = await undisturbed(chain, await postgresql());
    expect(await dump(database)).toEqual(expected.rows);
    expect(await counters(database)).toEqual(expected.counters);
  });

  it('the indexer loses nothing while the database is locked, and reports the lock in health', async () => {
    const chain = chainOf(100);
    const database = await sqlite();
    const indexer = await start(database, [await node(chain)]);
    await reach(indexer, chain);
    const other = new Database(database.file);
    other.exec('begin immediate');
    chain.grow(10);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        error: expect.stringMatching(/locked|busy/i),
      }),
    );
    const path = `/api/v1/user/${syntheticUser(1)}/history`;
    expect(await indexer.status(path)).toBe(200);
    other.exec('rollback');
    other.close();
    await reach(indexer, chain);
    await indexer.stop();
    expect(await dump(database)).toEqual((await undisturbed(chain, await sqlite())).rows);
  });
});
