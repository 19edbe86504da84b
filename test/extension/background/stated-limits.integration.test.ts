import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { expectPace, SPELLINGS, startFloor, strictNode } from '../../helpers/strict-node.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { syntheticUser } from '../../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { walletReads } from '../../helpers/wallet-reads.ts';
import { chainPositions } from '../helpers/chain-positions.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const HEAD = 40_000;
/** Requests come faster than the node allows, so that only the node's refusals set the pace. */
const PAUSE_MS = 40;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('respects a node’s limits of 15 requests a second and 500 blocks, which its errors state in ten different wordings', async () => {
  const chain = createSyntheticChain(() => []);
  chain.grow(HEAD);
  const floor = await startFloor(chain);
  ends.push(floor.stop);
  await Promise.all(
    SPELLINGS.map(async ([pace, range]) => {
      const strict = strictNode(pace, range);
      const node = await startSyntheticNode(chain, {
        misbehaviour: strict.misbehave,
        answer: walletReads(chain),
      });
      ends.push(node.stop);
      const { positions, history } = await chainPositions({
        areas: memoryAreas(),
        urls: [node.url],
        account: () => syntheticUser(0),
        pauseMs: PAUSE_MS,
      });
      await eventually(async () => {
        const { chain: view } = await positions.list();
        await history.idle();
        expect(view).toMatchObject({ isReading: false, unread: 0 });
        expect(view?.progress).toBeUndefined();
      });
      expectPace(strict, floor.times);
    }),
  );
}, 100_000);
