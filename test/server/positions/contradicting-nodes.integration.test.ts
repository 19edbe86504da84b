import { afterAll, afterEach, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { createSyntheticChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillEvents } from '../../helpers/synthetic-fills.ts';
import {
  askedLogs,
  type Misbehaviour,
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

function chainOf(blocks: number, seed?: string): SyntheticChain {
  const chain = createSyntheticChain(
    (block) => (seed === undefined && block % 2 === 0 ? [fillEvents(block, 5)] : []),
    seed === undefined ? {} : { seed },
  );
  chain.grow(blocks);
  return chain;
}

async function node(chain: SyntheticChain, misbehaviour?: Misbehaviour) {
  const started = await startSyntheticNode(chain);
  started.misbehave(misbehaviour);
  ends.push(started.stop);
  return started;
}

async function start(urls: readonly string[], now: number) {
  const clock = createFakeClock(now);
  const indexer = await startIndexer(
    { engine: 'sqlite', file: `${directory.path}/${databases++}.db` },
    { chain: { rpcUrls: urls, startBlock: 0, pollMs: 10 }, clock },
  );
  ends.push(indexer.stop);
  return { indexer, clock };
}

async function tracked(indexer: RunningIndexer): Promise<unknown> {
  const stats = await indexer.get('/api/v1/stats');
  return (stats as { totalOptionsTracked: number }).totalOptionsTracked;
}

const hiding =
  (chain: SyntheticChain, isHidden: (block: number) => boolean): Misbehaviour =>
  ({ method, params }, response) => {
    if (method !== 'eth_getLogs') return false;
    const logs = askedLogs(params, chain);
    sendResult(
      response,
      logs.filter(({ blockNumber }) => !isHidden(Number(blockNumber))),
    );
    return true;
  };

it.each([20, 200, 1_500])(
  'reads a chain of %i blocks from two honest nodes even if the first node is on a fork',
  async (blocks) => {
    const [honest, fork] = [chainOf(blocks), chainOf(blocks, 'fork')];
    const nodes = [await node(fork), await node(honest), await node(honest)];
    const urls = nodes.map(({ url }) => url);
    const { indexer } = await start(urls, honest.head.timestamp * 1000);
    await eventually(async () => {
      expect(await tracked(indexer)).toBe(blocks / 2);
      expect(await indexer.get('/health')).toMatchObject({
        status: 'ok',
        last_indexed_block: blocks,
        nodes: [{ isWorking: false }, { isWorking: true }, { isWorking: true }],
      });
    });
  },
);

it('replaces the chain of the only reachable node once two other nodes contradict that node', async () => {
  const [honest, fork] = [chainOf(300), chainOf(300, 'fork')];
  const away: Misbehaviour = (_, response) => {
    response.writeHead(502).end();
    return true;
  };
  const nodes = [await node(fork), await node(honest, away), await node(honest, away)];
  const urls = nodes.map(({ url }) => url);
  const { indexer, clock } = await start(urls, honest.head.timestamp * 1000);
  await eventually(async () =>
    expect(await indexer.get('/health')).toMatchObject({ last_indexed_block: 300 }),
  );
  for (const one of nodes.slice(1)) one.misbehave(undefined);
  clock.advance(40_000);
  await eventually(async () => expect(await tracked(indexer)).toBe(150));
});

it('doesn’t serve blocks that two nodes describe differently, and isn’t healthy until the nodes agree', async () => {
  const chain = chainOf(100);
  const nodes = [
    await node(
      chain,
      hiding(chain, (block) => block === 80),
    ),
    await node(
      chain,
      hiding(chain, (block) => block === 82),
    ),
  ];
  const urls = nodes.map(({ url }) => url);
  const { indexer } = await start(urls, chain.head.timestamp * 1000);
  await eventually(async () => {
    const health = await indexer.get('/health');
    expect(health).not.toMatchObject({ status: 'ok' });
    expect(health).toMatchObject({
      differences: [expect.objectContaining({ wrong: [], decidedBy: null })],
    });
    // The blocks in question have ten options.
    expect(Number(await tracked(indexer))).toBeLessThanOrEqual(40);
  });
  nodes[0]?.misbehave(undefined);
  await eventually(async () => {
    expect(await tracked(indexer)).toBe(50);
    expect(await indexer.get('/health')).toMatchObject({ status: 'ok' });
  });
});

it('doesn’t serve options while one of two nodes reports altered premiums', async () => {
  const chain = chainOf(40);
  const altered: Misbehaviour = ({ method, params }, response) => {
    if (method !== 'eth_getLogs') return false;
    const logs = askedLogs(params, chain);
    sendResult(
      response,
      logs.map((log) => ({ ...log, data: log.data.replace('262', '263') })),
    );
    return true;
  };
  const nodes = [await node(chain, altered), await node(chain)];
  const { indexer } = await start(
    nodes.map(({ url }) => url),
    chain.head.timestamp * 1000,
  );
  await eventually(async () =>
    expect(await indexer.get('/health')).toMatchObject({
      differences: [expect.objectContaining({ decidedBy: null })],
    }),
  );
  await eventually(async () => expect(await tracked(indexer)).toBe(0));
});
