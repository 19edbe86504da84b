import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { expectPace, SPELLINGS, startFloor, strictNode } from '../../helpers/strict-node.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { startIndexer } from './harness.ts';

const HEAD = 40_000;

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => directory.remove());

describe('a node that states limits of 15 requests a second and 500 blocks', () => {
  it.each([
    ['without a configured rate', 0],
    ['with a higher configured rate', 25],
  ])(
    'an indexer %s keeps within the limits, whichever of ten wordings the node’s error messages use',
    { timeout: 100_000 },
    async (_, rate) => {
      const chain = createSyntheticChain(() => []);
      chain.grow(HEAD);
      const floor = await startFloor(chain);
      ends.push(floor.stop);
      await Promise.all(
        SPELLINGS.map(async ([pace, range], i) => {
          const strict = strictNode(pace, range);
          const node = await startSyntheticNode(chain, { misbehaviour: strict.misbehave });
          ends.push(node.stop);
          const indexer = await startIndexer(
            { engine: 'sqlite', file: `${directory.path}/${rate}-${i}.db` },
            { chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 10, rate } },
          );
          ends.push(indexer.stop);
          await vi.waitFor(
            async () =>
              expect(await indexer.get('/health')).toMatchObject({ last_indexed_block: HEAD }),
            { timeout: 90_000, interval: 20 },
          );
          expectPace(strict, floor.times);
        }),
      );
    },
  );
});
