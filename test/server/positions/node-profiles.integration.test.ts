import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { statedRange } from '../../../shared/chain/logs/stated-range.ts';
import { everyNth } from '../../belts.ts';
import { NODE_PROFILES, type NodeProfile, rateLimited } from '../../helpers/node-profiles.ts';
import { createSyntheticChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillEvents, settlementEvents } from '../../helpers/synthetic-fills.ts';
import { type SyntheticNode, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { counters, dump } from './dump.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
let databases = 0;
let chain: SyntheticChain;
/** Rows that the indexer stores when it reads this chain from an unlimited node. */
let undisturbed: Found;

beforeAll(async () => {
  chain = sparseChain(9_000);
  undisturbed = await expected(chain);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => directory.remove());

interface Found {
  readonly rows: Awaited<ReturnType<typeof dump>>;
  readonly counters: Awaited<ReturnType<typeof counters>>;
}

/** Creates a chain with a fill in every 40th block. Each fill settles 1,010 blocks later. */
function sparseChain(blocks: number): SyntheticChain {
  const made = createSyntheticChain((block) => [
    ...(block % 40 === 7 ? [fillEvents((block - 7) / 40, 5)] : []),
    ...(block > 1_010 && (block - 1_010) % 40 === 7
      ? [settlementEvents((block - 1_017) / 40, 5)]
      : []),
  ]);
  made.grow(blocks);
  return made;
}

async function node(of: SyntheticChain, profile?: NodeProfile): Promise<SyntheticNode> {
  const started = await startSyntheticNode(of, {
    ...(profile && { misbehaviour: profile.create() }),
    ...(profile?.lag !== undefined && { lag: () => profile.lag ?? 0 }),
  });
  ends.push(started.stop);
  return started;
}

/** A short timeout for nodes that hang. Other nodes need a longer timeout on a busy machine. */
const SHORT_MS = 400;

async function index(nodes: readonly SyntheticNode[], head: number, timeoutMs = 15_000) {
  const target = { engine: 'sqlite', file: `${directory.path}/${databases++}.db` } as const;
  const indexer = await startIndexer(target, {
    chain: {
      rpcUrls: nodes.map(({ url }) => url),
      startBlock: 0,
      pollMs: 10,
      timeoutMs,
    },
  });
  ends.push(indexer.stop);
  await reach(indexer, head);
  const health = await indexer.get('/health');
  await indexer.stop();
  return { rows: await dump(target), counters: await counters(target), health };
}

function reach(indexer: RunningIndexer, head: number): Promise<void> {
  return vi.waitFor(
    async () => {
      expect(await indexer.get('/health')).toMatchObject({
        last_indexed_block: head,
        error: null,
      });
      expect(JSON.stringify(await indexer.get('/api/v1/stats/protocol'))).not.toContain('UNKNOWN');
    },
    { timeout: 100_000, interval: 20 },
  );
}

async function expected(of: SyntheticChain): Promise<Found> {
  const { rows, counters: counted } = await index([await node(of)], of.head.number);
  return { rows, counters: counted };
}

describe('the backfill', () => {
  it.each(
    everyNth(
      3,
      NODE_PROFILES.filter(({ name }) => name !== rateLimited(1).name),
    ),
  )('finds every row on a node that $name', { timeout: 120_000 }, async (profile) => {
    const lag = profile.lag ?? 0;
    const { health, ...found } = await index(
      [await node(chain, profile)],
      chain.head.number - lag,
      profile.name === 'hangs on long ranges' ? SHORT_MS : undefined,
    );
    expect(health).toMatchObject({ synced: true });
    expect(found).toEqual(lag === 0 ? undisturbed : await expected(sparseChain(9_000 - lag)));
  });

  it('finds every row on a node that accepts one request per second', {
    timeout: 120_000,
  }, async () => {
    const short = sparseChain(60);
    const { health: _, ...found } = await index([await node(short, rateLimited(1))], 60);
    expect(found).toEqual(await expected(short));
  });

  it('finds the same rows when nodes of different kinds are used together', {
    timeout: 120_000,
  }, async () => {
    const profiles = NODE_PROFILES.filter(
      ({ name, lag }) => lag === undefined && !name.includes('per second'),
    );
    const nodes = await Promise.all(profiles.map((profile) => node(chain, profile)));
    const { health: _, ...found } = await index(nodes, chain.head.number, SHORT_MS);
    expect(found).toEqual(undisturbed);
  });

  it('keeps the range of blocks when a node refuses the number of addresses', async () => {
    const profile = NODE_PROFILES.find(({ name }) => name === 'takes fewer than 15 addresses');
    const { health } = await index([await node(chain, profile)], chain.head.number);
    expect(health).toMatchObject({ nodes: [{ logs: { needsAddress: true, refusal: null } }] });
    const [first] = (health as { nodes: [{ logs: { blocksPerQuestion: number } }] }).nodes;
    expect(first.logs.blocksPerQuestion).toBeGreaterThan(1_000);
  });

  it('reports the node, the range and the reason of a refusal in health', async () => {
    const profile = NODE_PROFILES.find(({ name }) => name === 'has a limit of 500 blocks');
    const { health } = await index([await node(chain, profile)], chain.head.number);
    expect(health).toMatchObject({
      nodes: [
        {
          name: expect.stringMatching(/^127\.0\.0\.1:/),
          logs: {
            blocksPerQuestion: 500,
            refusal: {
              blocks: expect.any(Number),
              reason: 'the node refused the size of the request',
            },
          },
        },
      ],
    });
  });
});

describe('the limit in a refusal', () => {
  it.each<[string, number | undefined]>([
    ['requests with up to a 2000 block range', 2_000],
    ['eth_getLogs is limited to a 10,000 range', 10_000],
    ['ranges over 10 blocks are not supported on freetier', 10],
    ['maximum block range: 500', 500],
    ['exceed maximum block range: 50000', 50_000],
    ['max block range 1000', 1_000],
    ['this block range should work: [0x64, 0x6d]', 10],
    ['query returned more than 10000 results. Try with this block range [0x10, 0x2f].', 32],
    ['query returned more than 10000 results', undefined],
    ['response size exceeded limit of 150 MB', undefined],
    ['query timeout exceeded 10 seconds', undefined],
    ['block range is too wide', undefined],
  ])('reads the limit in “%s” as %s', (text, limit) => {
    expect(statedRange(text)).toBe(limit);
  });
});
