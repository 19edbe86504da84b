import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SyntheticChain } from './synthetic-chain.ts';
import { type Misbehaviour, sendError, startSyntheticNode } from './synthetic-node.ts';

/** Requests per second and blocks per request that the node accepts. */
const ALLOWED = { perSecond: 15, blocks: 500 };
/** Milliseconds at the start that aren't measured, because the node first accepts a burst. */
const BURST_MS = 2_000;

/**
 * Creates a node that accepts 15 requests per second and ranges of 500 blocks. Records its
 * requests.
 */
export function strictNode(pace: string, range: string) {
  const seen = { accepted: 0, refused: 0, ranges: 0, ms: 0 };
  /** Times of the accepted requests. */
  const times: number[] = [];
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
    times.push(now);
    if (method !== 'eth_getLogs') return false;
    const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
    if (fromBlock === undefined || Number(toBlock) - Number(fromBlock) < ALLOWED.blocks)
      return false;
    seen.ranges += 1;
    sendError(response, -32000, range);
    return true;
  };
  return { seen, times, misbehave };
}

/**
 * Sends requests to a strict node at the allowed rate, with the timers of this process. A busy
 * machine slows this client as much as the indexer. Returns the times of the accepted requests.
 */
export async function startFloor(
  chain: SyntheticChain,
): Promise<{ readonly times: readonly number[]; stop(): Promise<void> }> {
  const { times, misbehave } = strictNode('limit', 'range');
  const node = await startSyntheticNode(chain, { misbehaviour: misbehave });
  const closing = new AbortController();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const ask = async () => {
    for (;;) {
      await setTimeout(1000 / ALLOWED.perSecond, undefined, { signal: closing.signal });
      void fetch(node.url, { method: 'POST', body }).catch(() => undefined);
    }
  };
  void ask().catch(() => undefined);
  return {
    times,
    async stop() {
      closing.abort();
      await node.stop();
    },
  };
}

/** Ten pairs of error texts: one for the request rate, one for the block range. */
export const SPELLINGS = [
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

/**
 * Checks the pace of a node's client: at most the allowed rate, and more than 0.9 times as many
 * requests as the floor.
 */
export function expectPace(
  { seen, times }: Pick<ReturnType<typeof strictNode>, 'seen' | 'times'>,
  floor: readonly number[],
): void {
  const allowed = ALLOWED.perSecond * (seen.ms / 1000);
  const [begun = 0, ended = 0] = [times[0], times.at(-1)];
  const countIn = (all: readonly number[]) =>
    all.filter((at) => at > begun + BURST_MS && at < ended).length;
  const found = `${JSON.stringify(seen)} of ${allowed}, ${countIn(times)} beside ${countIn(floor)}`;
  expect(seen.accepted + seen.refused - ALLOWED.perSecond, found).toBeLessThan(1.1 * allowed);
  expect(countIn(floor), found).toBeGreaterThan(0);
  // `paced-node.test.ts` tests the exact share of the allowed rate in virtual time.
  expect(countIn(times), found).toBeGreaterThan(0.9 * countIn(floor));
  // The node refuses only a few ranges before the client knows the limit.
  expect(seen.ranges, found).toBeLessThan(4);
}
