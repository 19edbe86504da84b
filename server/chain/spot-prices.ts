import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { PRICE_FEEDS } from '../../shared/chain/deployments.ts';
import type { Clock } from '../../shared/ports.ts';
import { type Price8, price8 } from '../../shared/units.ts';
import { isLive } from '../live-window.ts';
import { multicall, type Read } from './multicall.ts';
import type { Nodes } from './nodes.ts';

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
]);
const LATEST_ROUND = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' });

export type SpotPrices = Readonly<Record<string, Price8>>;

/** Reads of all known price feeds, in the order of `PRICE_FEEDS`. */
export const PRICE_READS: readonly Read[] = PRICE_FEEDS.map(({ address }) => ({
  target: address,
  data: LATEST_ROUND,
}));

export function spotPricesOf(answers: readonly (Hex | undefined)[]): SpotPrices {
  const prices: Record<string, Price8> = {};
  PRICE_FEEDS.forEach(({ asset }, i) => {
    const data = answers[i];
    if (data === undefined || data.length !== 2 + 5 * 64) return;
    const [, answer] = decodeFunctionResult({
      abi: feedAbi,
      functionName: 'latestRoundData',
      data,
    });
    if (answer > 0n) prices[asset] = price8(answer);
  });
  return prices;
}

const FRESH_MS = 15_000;
const LIFE_MS = 300_000;

/** Reads spot prices on demand, at most every 15 s. Drops them after minutes without a response. */
export function createSpotPrices(deps: {
  readonly nodes: Nodes;
  readonly clock: Clock;
}): () => Promise<SpotPrices> {
  let last: { readonly at: number; readonly prices: SpotPrices } | undefined;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const answers = await deps.nodes.use((node) => multicall(node, PRICE_READS));
    last = { at: deps.clock.now(), prices: spotPricesOf(answers) };
  }

  return async () => {
    const isYounger = (ms: number) =>
      last !== undefined && isLive(last.at + ms, ms, deps.clock.now());
    if (!isYounger(FRESH_MS)) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      // If the chain doesn't respond, the last prices remain valid for some time.
      await reading.catch(() => undefined);
    }
    return last !== undefined && isYounger(LIFE_MS) ? last.prices : {};
  };
}
