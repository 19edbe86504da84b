import { getAddress } from 'viem';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPortfolio } from '../../../entrypoints/background/positions/portfolio.ts';
import { epochMs } from '../../../shared/units.ts';
import { everyNth } from '../../belts.ts';
import { NODE_PROFILES } from '../../helpers/node-profiles.ts';
import { createSyntheticChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillEvents, syntheticOption, syntheticUser } from '../../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { walletReads } from '../../helpers/wallet-reads.ts';
import { chainPositions } from '../helpers/chain-positions.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

/** Number of the synthetic fill in each block. `USER` is the buyer of even-numbered fills. */
const FILLS: ReadonlyMap<number, number> = new Map([
  [150, 2],
  [1_200, 3],
  [1_900, 4],
  [2_990, 6],
]);
const USERS = 2;
const USER = syntheticUser(0);
const OWN = [6, 4, 2].map((n) => syntheticOption(n));

const ends: (() => Promise<void>)[] = [];
let chain: SyntheticChain;

beforeAll(() => {
  chain = createSyntheticChain((block) => {
    const n = FILLS.get(block);
    return n === undefined ? [] : [fillEvents(n, USERS)];
  });
  chain.grow(3_000);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Figures that a wallet without an indexer shows, for each kind of node. */
const SEES: Readonly<Record<string, string>> = {
  'refuses filters without an address': 'balances and all positions',
  'takes fewer than 15 addresses': 'balances and all positions',
  'takes 10 blocks without an address and 10 000 with one': 'balances and all positions',
  'has a limit of 10 blocks': 'balances and all positions',
  'has a limit of 500 blocks': 'balances and all positions',
  'has a limit of 1 000 blocks': 'balances and all positions',
  'has a limit of 2000 blocks': 'balances and all positions',
  'has a limit of 10 000 blocks': 'balances and all positions',
  'has a limit of results': 'balances and all positions',
  'takes 1 request per second and answers 429 with Retry-After': 'balances and all positions',
  'hangs on long ranges': 'balances and all positions',
  'answers 503 because no backend is healthy now and then': 'balances and all positions',
  'answers 502 with a page now and then': 'balances and all positions',
  'cuts long answers': 'balances and all positions',
  'lags 20 blocks': 'balances and all positions but the newest',
  'has no eth_simulateV1': 'balances and all positions',
  'sends no CORS headers': 'balances and all positions',
};

describe('a wallet without an indexer', () => {
  it.each(
    everyNth(3, NODE_PROFILES).map(
      (profile) => [profile.name, SEES[profile.name] ?? 'nothing', profile] as const,
    ),
  )(
    'lists fills through a single node that %s, and shows %s',
    { timeout: 120_000 },
    async (_, sees, profile) => {
      expect(sees).not.toBe('nothing');
      const node = await startSyntheticNode(chain, {
        misbehaviour: profile.create(),
        answer: walletReads(chain),
        ...(profile.lag === undefined ? {} : { lag: () => profile.lag ?? 0 }),
        ...(profile.cors === undefined ? {} : { cors: profile.cors }),
      });
      ends.push(node.stop);
      const { positions, history, client } = await chainPositions({
        areas: memoryAreas(),
        urls: [node.url],
        account: () => USER,
      });
      const clock = { now: () => epochMs(Date.now()) };
      const portfolio = await readPortfolio({
        client,
        clock,
        account: getAddress(USER),
        watched: [],
      });
      // The synthetic node returns the same balance for each token, also for receipts.
      expect(portfolio.balances).toHaveLength(7);
      await vi.waitFor(
        async () => {
          const view = await positions.list();
          await history.idle();
          expect(view.chain).toMatchObject({ isReading: false, unread: 0 });
          expect(view.chain?.progress).toBeUndefined();
          const shown = profile.lag === undefined ? OWN : OWN.slice(1);
          const byAddress = new Map(view.rows.map((row) => [row.address, row]));
          expect([...byAddress.keys()].sort()).toEqual([...shown].sort());
          expect(view.rows.map(({ verification }) => verification)).toEqual(
            shown.map(() => 'verified'),
          );
        },
        { timeout: 100_000, interval: 50 },
      );
    },
  );
});
