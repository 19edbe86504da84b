import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { everyNth } from '../../belts.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import {
  clockAt,
  createSyntheticChain,
  hashOf,
  type SyntheticChain,
} from '../../helpers/synthetic-chain.ts';
import {
  fillEvents,
  fillStory,
  settlementEvents,
  syntheticUser,
} from '../../helpers/synthetic-fills.ts';
import {
  askedLogs,
  askedRange,
  header,
  type Misbehaviour,
  type SyntheticNode,
  sendError,
  sendResult,
  startSyntheticNode,
} from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
let databases = 0;

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => directory.remove());

function chainOf(blocks: number, holds: (block: number) => boolean): SyntheticChain {
  const chain = createSyntheticChain((block) => (holds(block) ? [fillEvents(block, 5)] : []));
  chain.grow(blocks);
  return chain;
}

async function node(chain: SyntheticChain, misbehaviour?: Misbehaviour): Promise<SyntheticNode> {
  const started = await startSyntheticNode(chain);
  started.misbehave(misbehaviour);
  ends.push(started.stop);
  return started;
}

async function start(
  nodes: readonly SyntheticNode[],
  { clock = createFakeClock(Date.now()), timeoutMs = 15_000 } = {},
) {
  const indexer = await startIndexer(
    { engine: 'sqlite', file: `${directory.path}/${databases++}.db` },
    {
      chain: { rpcUrls: nodes.map(({ url }) => url), startBlock: 0, pollMs: 10, timeoutMs },
      clock,
    },
  );
  ends.push(indexer.stop);
  return { indexer, clock };
}

/** Waits until the indexer has read exactly up to this block and reports no error. */
async function reach(indexer: RunningIndexer, block: number): Promise<void> {
  await eventually(async () =>
    expect(await indexer.get('/health')).toMatchObject({ last_indexed_block: block, error: null }),
  );
}

/** Waits until two nodes agree up to a block. */
async function confirmed(indexer: RunningIndexer, block: number): Promise<void> {
  await eventually(async () =>
    expect(await indexer.get('/health')).toMatchObject({ confirmed_block: block }),
  );
}

async function tracked(indexer: RunningIndexer): Promise<unknown> {
  const stats = await indexer.get('/api/v1/stats');
  return (stats as { totalOptionsTracked: number }).totalOptionsTracked;
}

/** Returns no logs for the blocks that `isHidden` selects. */
const hiding =
  (chain: SyntheticChain, isHidden: (block: number) => boolean): Misbehaviour =>
  ({ method, params }, response) => {
    if (method !== 'eth_getLogs') return false;
    sendResult(
      response,
      askedLogs(params, chain).filter(({ blockNumber }) => !isHidden(Number(blockNumber))),
    );
    return true;
  };

const needsAddress: Misbehaviour = ({ method, params }, response) => {
  if (method !== 'eth_getLogs' || (params[0] as { address?: unknown }).address !== undefined)
    return false;
  sendError(response, -32701, 'Please specify an address in your request');
  return true;
};

describe('a node that omits logs', () => {
  const isOdd = (block: number) => block % 2 === 1;
  /** Creates a chain that is long enough for final ranges and for blocks near the head. */
  const long = () => chainOf(2_600, (block) => block % 10 < 2);

  it.each(everyNth(2, [0, 1, 2]))(
    'loses nothing when two other nodes are honest and node number %d omits logs',
    async (place) => {
      const chain = long();
      const hide = hiding(chain, isOdd);
      const nodes = [await node(chain), await node(chain), await node(chain)];
      nodes[place]?.misbehave(hide);
      const { indexer } = await start(nodes);
      await reach(indexer, 2_600);
      const name = new URL(nodes[place]?.url ?? '').host;
      await eventually(async () =>
        expect(await indexer.get('/health')).toMatchObject({
          confirmed_block: 2_600,
          differences: expect.arrayContaining([
            expect.objectContaining({ wrong: [name], decidedBy: 'majority' }),
          ]),
        }),
      );
      expect(await tracked(indexer)).toBe(520);
    },
  );

  it.each(everyNth(2, [0, 1]))(
    'loses nothing when one other node is honest and node number %d omits logs',
    async (place) => {
      const chain = long();
      const nodes = [await node(chain), await node(chain)];
      nodes[place]?.misbehave(hiding(chain, isOdd));
      const { indexer } = await start(nodes);
      await reach(indexer, 2_600);
      await eventually(async () => expect(await tracked(indexer)).toBe(520));
      expect(await indexer.get('/health')).toMatchObject({
        differences: expect.arrayContaining([
          expect.objectContaining({
            wrong: [new URL(nodes[place]?.url ?? '').host],
            decidedBy: 'more-logs',
          }),
        ]),
      });
    },
  );

  it('finds a settlement that one node omits, even if the nodes require addresses', async () => {
    const chain = createSyntheticChain((block) => [
      ...(block % 10 === 1 && block < 1_500 ? [fillEvents(block, 5)] : []),
      ...(block % 10 === 3 && block > 400 && block < 1_900
        ? [settlementEvents(block - 402, 5)]
        : []),
    ]);
    chain.grow(2_600);
    const liar = await node(
      chain,
      hiding(chain, (block) => block % 10 === 3),
    );
    const nodes = [liar, await node(chain, needsAddress), await node(chain, needsAddress)];
    const { indexer } = await start(nodes);
    await reach(indexer, 2_600);
    await eventually(async () => {
      const stats = await indexer.get('/api/v1/stats');
      expect(stats).toMatchObject({ totalOptionsTracked: 150, openPositions: 0 });
    });
  });

  it('loses nothing when a node starts to omit logs of new blocks', async () => {
    const chain = chainOf(20, () => true);
    const [first, second] = [await node(chain), await node(chain)];
    const { indexer } = await start([first, second]);
    await reach(indexer, 20);
    first.misbehave(hiding(chain, (block) => block > 20));
    chain.grow(3);
    await reach(indexer, 23);
    await eventually(async () => expect(await tracked(indexer)).toBe(23));
  });

  it('serves the original logs when one of three nodes alters logs', async () => {
    const chain = long();
    const altered: Misbehaviour = ({ method, params }, response) => {
      if (method !== 'eth_getLogs') return false;
      sendResult(
        response,
        askedLogs(params, chain).map((log) => ({ ...log, data: log.data.replace('262', '263') })),
      );
      return true;
    };
    const premiums = async (indexer: RunningIndexer) => {
      await confirmed(indexer, 2_600);
      const history = await indexer.list(`/api/v1/user/${syntheticUser(0)}/positions`);
      return history.map(({ entryPremium }) => entryPremium);
    };
    const nodes = [await node(chain, altered), await node(chain), await node(chain)];
    const { indexer } = await start(nodes);
    const only = await start([await node(chain), await node(chain)]);
    const found = await premiums(indexer);
    expect(found).toHaveLength(260);
    expect(found).toEqual(await premiums(only.indexer));
  });

  it('reports an error while two nodes omit different logs, and continues once one node is honest', async () => {
    const chain = long();
    const nodes = [await node(chain), await node(chain)];
    for (const [i, one] of nodes.entries())
      one.misbehave(hiding(chain, (block) => block === 100 + i));
    const { indexer } = await start(nodes);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        error: 'the nodes returned different logs',
        differences: [expect.objectContaining({ wrong: [], decidedBy: null })],
      }),
    );
    nodes[1]?.misbehave(undefined);
    await reach(indexer, 2_600);
    expect(await tracked(indexer)).toBe(520);
  });

  it('detects omitted logs later, even in final blocks, when the second node was down at first', async () => {
    const chain = long();
    const [first, second] = [await node(chain, hiding(chain, isOdd)), await node(chain)];
    second.misbehave((_, response) => {
      response.writeHead(502).end();
      return true;
    });
    const { indexer, clock } = await start([first, second]);
    await reach(indexer, 2_600);
    expect(await tracked(indexer)).toBe(260);
    second.misbehave(undefined);
    clock.advance(60_000);
    await eventually(async () => expect(await tracked(indexer)).toBe(520));
  });

  it('finds omitted logs before finality once the only node stops omitting logs', async () => {
    const chain = chainOf(20, () => true);
    const forgetful = await node(chain);
    const { indexer } = await start([forgetful]);
    await reach(indexer, 20);
    forgetful.misbehave(hiding(chain, (block) => block > 20));
    chain.grow(5);
    await reach(indexer, 25);
    expect(await tracked(indexer)).toBe(20);
    forgetful.misbehave(undefined);
    chain.grow(900);
    await reach(indexer, 925);
    expect(await tracked(indexer)).toBe(925);
  });
});

describe('the newest block', () => {
  it.each([
    ['frozen', 2_000],
    ['lagging', 40],
  ])('uses the other nodes’ newest block when the first node is %s', async (_, lag) => {
    const chain = chainOf(3_000, (block) => block % 10 === 0);
    const first = await startSyntheticNode(chain, { lag: () => lag });
    ends.push(first.stop);
    const { indexer } = await start([first, await node(chain), await node(chain)], {
      clock: Object.assign(clockAt(chain), { advance: () => undefined }),
    });
    await reach(indexer, 3_000);
    expect(await tracked(indexer)).toBe(300);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        status: 'ok',
        head_block: 3_000,
        lag_blocks: 0,
        nodes: [
          { isWorking: false, error: `the node is ${lag} blocks behind the others` },
          { isWorking: true },
          { isWorking: true },
        ],
      }),
    );
  });

  it('reaches the newest block when one of two nodes is frozen', async () => {
    const chain = chainOf(3_000, (block) => block % 10 === 0);
    const first = await startSyntheticNode(chain, { lag: () => 2_000 });
    ends.push(first.stop);
    const { indexer } = await start([first, await node(chain)]);
    await reach(indexer, 3_000);
    expect(await tracked(indexer)).toBe(300);
  });

  it.each(everyNth(2, [0, 1]))(
    'ignores a newest block that node %d of two nodes invents',
    async (place) => {
      const chain = chainOf(3_000, (block) => block % 10 === 0);
      const invented = 2 ** 31;
      const nodes = [await node(chain), await node(chain)];
      nodes[place]?.misbehave(({ method, params: [which] }, response) => {
        if (method !== 'eth_getBlockByNumber') return false;
        const number = which === 'latest' ? invented : Number(which);
        const known = chain.block(number);
        const hash = hashOf(`invented ${number}`);
        const block = { ...chain.head, number, hash, parentHash: hashOf(`invented ${number - 1}`) };
        sendResult(response, header(known ?? block));
        return true;
      });
      const { indexer } = await start(nodes);
      await reach(indexer, 3_000);
      await confirmed(indexer, 3_000);
      expect(await tracked(indexer)).toBe(300);
      const statuses = [{ isWorking: true }, { isWorking: true }];
      statuses[place] = { isWorking: false };
      await eventually(async () =>
        expect(await indexer.get('/health')).toMatchObject({ head_block: 3_000, nodes: statuses }),
      );
    },
  );

  it('reports an unhealthy index when the newest block is older than a minute', async () => {
    const chain = chainOf(100, () => true);
    const clock = createFakeClock(chain.head.timestamp * 1000);
    const { indexer } = await start([await node(chain), await node(chain)], { clock });
    await reach(indexer, 100);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({ status: 'ok', seconds_behind: 0 }),
    );
    clock.advance(61_000);
    expect(await indexer.get('/health')).toMatchObject({
      status: 'unhealthy',
      seconds_behind: 61,
      lag_blocks: 0,
    });
  });
});

describe('a node that hangs', () => {
  const hanging: Misbehaviour = () => true;
  /** A timeout that no test waits for. */
  const timeoutMs = 600_000;

  it.each(everyNth(2, [0, 1, 2]))(
    'indexes all blocks when node number %d of three nodes hangs',
    async (place) => {
      const chain = chainOf(30_000, (block) => block % 100 === 0);
      const nodes = [await node(chain), await node(chain), await node(chain)];
      nodes[place]?.misbehave(hanging);
      const { indexer } = await start(nodes, { timeoutMs });
      await reach(indexer, 30_000);
      expect(await tracked(indexer)).toBe(300);
    },
  );

  it('asks the other nodes when a node starts to hang', async () => {
    const chain = chainOf(200, () => true);
    const nodes = [await node(chain), await node(chain), await node(chain)];
    const { indexer } = await start(nodes, { timeoutMs });
    await reach(indexer, 200);
    nodes[0]?.misbehave(hanging);
    chain.grow(10);
    await reach(indexer, 210);
  });
});

describe('a node that reports the wrong chain id', () => {
  const otherChain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 9, users: 5 }), {
    seed: 'x',
  });
  otherChain.grow(40);
  const foreign: Misbehaviour = ({ method, params }, response) => {
    if (method === 'eth_getLogs') {
      const { from, to } = askedRange(params, otherChain);
      sendResult(response, otherChain.logs(from, to));
      return true;
    }
    if (method !== 'eth_getBlockByNumber') return false;
    const block = params[0] === 'latest' ? otherChain.head : otherChain.block(Number(params[0]));
    sendResult(response, block === undefined ? null : header(block));
    return true;
  };

  it('doesn’t reset the index when a correct node contradicts the node that reports the wrong chain', async () => {
    const chain = chainOf(20, () => true);
    const first = await node(chain);
    const { indexer } = await start([first, await node(chain)]);
    await reach(indexer, 20);
    first.misbehave(foreign);
    chain.grow(5);
    await reach(indexer, 25);
    expect(await tracked(indexer)).toBe(25);
    expect(await indexer.get('/health')).toMatchObject({
      nodes: [{ isWorking: false }, { isWorking: true }],
    });
  });

  it('doesn’t reset the index while the only correct node is down', async () => {
    const chain = chainOf(20, () => true);
    const [first, second] = [await node(chain), await node(chain)];
    const { indexer, clock } = await start([first, second]);
    await reach(indexer, 20);
    await second.stop();
    first.misbehave(foreign);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({ status: 'unhealthy' }),
    );
    clock.advance(600_000);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({ status: 'unhealthy' }),
    );
    expect(await tracked(indexer)).toBe(20);
  });

  it('resets the index only when its only node keeps reporting a different chain', async () => {
    const chain = chainOf(20, () => true);
    const only = await node(chain);
    const { indexer, clock } = await start([only]);
    await reach(indexer, 20);
    only.misbehave(foreign);
    const another = () =>
      eventually(async () =>
        expect(await indexer.get('/health')).toMatchObject({
          error: expect.stringContaining('another chain'),
        }),
      );
    await another();
    only.misbehave(undefined);
    await reach(indexer, 20);
    clock.advance(60_000);
    only.misbehave(foreign);
    await another();
    expect(await tracked(indexer)).toBe(20);
    clock.advance(60_000);
    await reach(indexer, 40);
    expect(await tracked(indexer)).toBe(40);
  });
});

describe('the start of indexing', () => {
  it('indexing starts at the first block of a local chain that lacks the deployments', async () => {
    const chain = chainOf(20, () => true);
    const only = await node(chain);
    const indexer = await startIndexer(
      { engine: 'sqlite', file: `${directory.path}/${databases++}.db` },
      { chain: { rpcUrls: [only.url], pollMs: 10 } },
    );
    ends.push(indexer.stop);
    await reach(indexer, 20);
    expect(await tracked(indexer)).toBe(20);
  });

  it('reports an error that names CHAIN_START_BLOCK when the node doesn’t have the first block', async () => {
    const only = await node(chainOf(20, () => true));
    const indexer = await startIndexer(
      { engine: 'sqlite', file: `${directory.path}/${databases++}.db` },
      { chain: { rpcUrls: [only.url], startBlock: 5_000, pollMs: 10 } },
    );
    ends.push(indexer.stop);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        error: expect.stringContaining('block 5000, where reading begins: set CHAIN_START_BLOCK'),
      }),
    );
  });
});
