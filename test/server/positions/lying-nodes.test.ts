import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parseBloom } from '../../../server/chain/bloom.ts';
import { createExpectedLogs } from '../../../server/positions/reading/expected-logs.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { syntheticBloom } from '../../helpers/synthetic-bloom.ts';
import { createSyntheticChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillEvents, fillStory, settlementEvents } from '../../helpers/synthetic-fills.ts';
import {
  askedRange,
  header,
  type Misbehaviour,
  type SyntheticNode,
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

/** A chain with a fill in each block that `holds` selects. */
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

async function start(nodes: readonly SyntheticNode[], clock = createFakeClock(Date.now())) {
  const indexer = await startIndexer(
    { engine: 'sqlite', file: `${directory.path}/${databases++}.db` },
    { chain: { rpcUrls: nodes.map(({ url }) => url), startBlock: 0, pollMs: 10 }, clock },
  );
  ends.push(indexer.stop);
  return { indexer, clock };
}

/** Waits until a block is read, whatever health reports. */
async function reach(indexer: RunningIndexer, block: number): Promise<void> {
  await eventually(async () =>
    expect(await indexer.get('/health')).toMatchObject({ last_indexed_block: block, error: null }),
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
    const { from, to } = askedRange(params, chain);
    sendResult(
      response,
      chain.logs(from, to).filter(({ blockNumber }) => !isHidden(Number(blockNumber))),
    );
    return true;
  };

describe('a node that returns no logs', () => {
  it('is unhealthy while it omits logs of a new block against its header, without data loss', async () => {
    const chain = chainOf(20, () => true);
    const only = await node(chain);
    const { indexer } = await start([only]);
    await reach(indexer, 20);
    only.misbehave(hiding(chain, () => true));
    chain.grow(1);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        status: 'unhealthy',
        last_indexed_block: 20,
        error: expect.stringContaining('no logs'),
      }),
    );
    only.misbehave(undefined);
    chain.grow(1);
    await reach(indexer, 22);
    expect(await tracked(indexer)).toBe(22);
  });

  it('is replaced by another one', async () => {
    const chain = chainOf(20, () => true);
    const lying = await node(
      chain,
      hiding(chain, (block) => block > 10),
    );
    const { indexer } = await start([lying, await node(chain)]);
    await reach(indexer, 20);
    chain.grow(3);
    await reach(indexer, 23);
    expect(await tracked(indexer)).toBe(23);
    expect(await indexer.get('/health')).toMatchObject({ status: 'ok', doubtful_blocks: 0 });
  });

  it('is rejected for a whole final range while headers or another node contradict it', async () => {
    const chain = chainOf(1_300, (block) => block === 77);
    const lying = await node(
      chain,
      hiding(chain, () => true),
    );
    const { indexer } = await start([lying]);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({
        error: expect.stringContaining('no logs'),
      }),
    );
    lying.misbehave(undefined);
    await reach(indexer, 1_300);
    expect(await tracked(indexer)).toBe(1);

    const busy = chainOf(1_300, (block) => block === 77);
    const saturated: Misbehaviour = (request, response) =>
      hiding(busy, () => true)(request, response) || withoutBlooms(busy)(request, response);
    const both = [await node(busy, saturated), await node(busy, withoutBlooms(busy))];
    const second = await start(both);
    await reach(second.indexer, 1_300);
    expect(await tracked(second.indexer)).toBe(1);
  });

  it('and repeats it is accepted at last; the block is read again, and late logs are stored', async () => {
    const chain = chainOf(20, () => true);
    const only = await node(chain);
    const { indexer, clock } = await start([only]);
    await reach(indexer, 20);
    only.misbehave(hiding(chain, (block) => block > 20));
    chain.grow(1);
    await eventually(async () =>
      expect(await indexer.get('/health')).toMatchObject({ status: 'unhealthy' }),
    );
    clock.advance(11_000);
    await reach(indexer, 21);
    expect(await tracked(indexer)).toBe(20);
    expect(await indexer.get('/health')).toMatchObject({ doubtful_blocks: 1 });
    only.misbehave(undefined);
    clock.advance(31_000);
    await eventually(async () => expect(await tracked(indexer)).toBe(21));
    await reach(indexer, 21);
    expect(await indexer.get('/health')).toMatchObject({ status: 'ok', doubtful_blocks: 0 });
  });

  it('is detected before its blocks become final, even with uninformative headers', async () => {
    const chain = chainOf(20, () => true);
    const forgetful = await node(chain);
    const quiet = withoutBlooms(chain);
    forgetful.misbehave(quiet);
    const { indexer } = await start([forgetful]);
    await reach(indexer, 20);
    forgetful.misbehave(
      (request, response) =>
        hiding(chain, (block) => block > 20)(request, response) || quiet(request, response),
    );
    chain.grow(5);
    await reach(indexer, 25);
    expect(await tracked(indexer)).toBe(20);
    forgetful.misbehave(quiet);
    chain.grow(900);
    await reach(indexer, 925);
    expect(await tracked(indexer)).toBe(925);
  });

  it('is accepted when another one agrees: headers may be wrong', async () => {
    const chain = chainOf(20, () => true);
    const wrongHeader: Misbehaviour = ({ method, params }, response) => {
      const block = chain.block(Number(params[0]));
      if (method !== 'eth_getBlockByNumber' || block === undefined || block.number <= 20)
        return false;
      const event = fillEvents(1, 5)[1] ?? expect.unreachable();
      sendResult(response, { ...header(block), logsBloom: syntheticBloom([event]) });
      return true;
    };
    const { indexer } = await start([
      await node(chain, wrongHeader),
      await node(chain, wrongHeader),
    ]);
    await reach(indexer, 20);
    chain.reorganize(1, () => []);
    await reach(indexer, chain.head.number);
    expect(await tracked(indexer)).toBe(19);
  });
});

/** Headers of nodes that omit Bloom filters; a busy chain's are as uninformative. */
function withoutBlooms(chain: SyntheticChain): Misbehaviour {
  return ({ method, params }, response) => {
    if (method !== 'eth_getBlockByNumber') return false;
    const block = params[0] === 'latest' ? chain.head : chain.block(Number(params[0]));
    if (block === undefined) return false;
    const { logsBloom: _, ...rest } = header(block);
    sendResult(response, rest);
    return true;
  };
}

describe('a header', () => {
  const expected = createExpectedLogs(KNOWN_EMITTERS);
  const bloomOf = (logs: Parameters<typeof syntheticBloom>[0]) =>
    parseBloom(syntheticBloom(logs)) ?? expect.unreachable();

  it('reports our missing events, and no others', () => {
    const logs = [...fillEvents(1, 5), ...settlementEvents(3, 5)];
    for (const left of logs.keys())
      expect(expected.areMissing(bloomOf(logs), logs.toSpliced(left, 1))).toBe(true);
    expect(expected.areMissing(bloomOf(logs), logs)).toBe(false);
    expect(expected.areMissing(bloomOf([]), [])).toBe(false);
  });

  it('is ignored on a busy chain', () => {
    const full = parseBloom(`0x${'ff'.repeat(256)}`) ?? expect.unreachable();
    expect(expected.isTelling(full)).toBe(false);
    expect(expected.areMissing(full, [])).toBe(false);
  });

  it.each([[undefined], ['0x'], ['0xzz'], [7]])(
    'is ignored without a Bloom filter (%s)',
    (value) => {
      expect(parseBloom(value)).toBeUndefined();
    },
  );
});

describe('a node that reports another chain', () => {
  const otherChain = createSyntheticChain(
    fillStory({ perBlock: 1, settledAfter: 9, users: 5 }),
    'x',
  );
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

  it('causes no reset beside a correct one', async () => {
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

  it('causes no reset beside one that is down', async () => {
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

  it('causes a reset only when it is alone and repeats it for a while', async () => {
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
  it('is the first block of a local chain without the deployments', async () => {
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

  it("is named with its variable when the node doesn't have it", async () => {
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
