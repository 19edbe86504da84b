import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import { PRICE_FEEDS } from '../../../shared/chain/deployments.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type EpochMs, epochMs, type Price8, price8 } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

export interface Spot {
  readonly price: Price8;
  readonly source: 'chain' | 'order feed';
  /** Time of the price; undefined when the source doesn't report a time. */
  readonly at?: EpochMs;
}

export type SpotPrices = ReturnType<typeof createSpotPrices>;

/** Milliseconds in which prices aren't read again. */
const FRESH_MS = 30_000;

/**
 * Reads spot prices from the pinned price feeds on the chain. If a price feed doesn't respond, the
 * order feed's price is used. It is marked, because an order feed can report any price.
 */
export function createSpotPrices(deps: {
  client: Rpc;
  clock: Clock;
  reported: (asset: string) => Price8 | undefined;
  refreshReported: () => Promise<unknown>;
}) {
  let read: ReadonlyMap<string, Spot> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function readFeeds(): Promise<void> {
    const answers = await multicall(deps.client, {
      contracts: PRICE_FEEDS.map(({ address }) => ({
        address,
        abi: priceFeedAbi,
        functionName: 'latestRoundData' as const,
      })),
    });
    const found = PRICE_FEEDS.flatMap(({ asset }, i) => {
      const [, answer, , updatedAt] = answers[i]?.result ?? [];
      if (answer === undefined || answer <= 0n || updatedAt === undefined) return [];
      const spot: Spot = {
        price: price8(answer),
        source: 'chain',
        at: epochMs(Number(updatedAt) * 1000),
      };
      return [[asset, spot] as const];
    });
    read = new Map(found);
    readAt = deps.clock.now();
  }

  const of = (asset: string): Spot | undefined => {
    const known = read.get(asset);
    if (known !== undefined) return known;
    const price = deps.reported(asset);
    return price === undefined ? undefined : { price, source: 'order feed' };
  };

  return {
    /** Reads both sources if they are older than 30 s. Never rejects; prices may stay unknown. */
    async refresh(): Promise<void> {
      const isFresh = isRecent(readAt, deps.clock.now(), FRESH_MS);
      running ??= (isFresh ? Promise.resolve() : readFeeds())
        .catch(() => {
          // Without an answer, old prices must not stay forever.
          read = new Map();
        })
        .finally(() => {
          running = undefined;
        });
      await Promise.all([running, deps.refreshReported().catch(() => undefined)]);
    },
    of,
    spotOf: (asset: string): Price8 | undefined => of(asset)?.price,
  };
}
