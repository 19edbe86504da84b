import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { type Misbehaviour, sendError, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { startIndexer } from './harness.ts';

/** Requests per second and blocks per request that the node accepts. */
const ALLOWED = { perSecond: 15, blocks: 500 };
const HEAD = 40_000;

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => directory.remove());

/** A node with both limits, and the requests that it has accepted and refused. */
function strict(pace: string, range: string) {
  const seen = { accepted: 0, refused: 0, ranges: 0, ms: 0 };
  const began = performance.now();
  let tokens = ALLOWED.perSecond;
  let filledAt = performance.now();
  const misbehave: Misbehaviour = ({ method, params }, response) => {
    const now = performance.now();
    tokens = Math.min(ALLOWED.perSecond, tokens + ((now - filledAt) / 1000) * ALLOWED.perSecond);
    filledAt = now;
    seen.ms = now - began;
    if (tokens < 0.95) {
      seen.refused += 1;
      sendError(response, -32005, pace);
      return true;
    }
    tokens -= 1;
    seen.accepted += 1;
    if (method !== 'eth_getLogs') return false;
    const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
    if (fromBlock === undefined || Number(toBlock) - Number(fromBlock) < ALLOWED.blocks)
      return false;
    seen.ranges += 1;
    sendError(response, -32000, range);
    return true;
  };
  return { seen, misbehave };
}

/** Limits of requests and of blocks, in ten spellings. */
const SPELLINGS = [
  ['request rate exceeded', 'block range exceeds 500'],
  ['RPS limit', 'eth_getLogs is limited to a 500 range'],
  ['limited to 15/sec', 'ranges over 500 blocks are not supported on freetier'],
  ['This plan is limited to 15 requests per second', 'maximum block range: 500'],
  ['exceeded 15 RPS', 'exceed maximum block range: 0.5k'],
  ['request limit reached, max 15 req/s', 'Block range limit exceeded. Max: 0.5K blocks'],
  ['too many requests, try again later', 'maximum allowed block range is 500'],
  ['call rate limit exhausted', 'requests with up to a 500 block range'],
  ['compute units per second capacity exceeded', 'query exceeds max block range 500'],
  ['rate limit of 15 per second reached', 'limited to 500 blocks per request'],
] as const;

describe('a node that states limits of 15 requests a second and 500 blocks', () => {
  it.each([
    ['without a configured rate', 0],
    ['with a higher configured rate', 25],
  ])(
    'never gets more requests than it allows, in ten spellings, %s',
    { timeout: 100_000 },
    async (_, rate) => {
      const chain = createSyntheticChain(() => []);
      chain.grow(HEAD);
      await Promise.all(
        SPELLINGS.map(async ([pace, range], i) => {
          const { seen, misbehave } = strict(pace, range);
          const node = await startSyntheticNode(chain, { misbehaviour: misbehave });
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
          const allowed = ALLOWED.perSecond * (seen.ms / 1000);
          const found = `${pace}: ${JSON.stringify(seen)} of ${allowed}`;
          // The node also accepts what it saved up before the first request. A busy machine reads
          // slower; `paced-node.test.ts` has the exact share in virtual time.
          expect(seen.accepted + seen.refused - ALLOWED.perSecond, found).toBeLessThan(
            1.1 * allowed,
          );
          // Progress: whole ranges of the limit, and few refused ones.
          expect(seen.ranges, found).toBeLessThan(4);
        }),
      );
    },
  );
});
