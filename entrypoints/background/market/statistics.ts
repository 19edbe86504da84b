import { tokenAt, worthOf } from '../../../shared/chain/tokens.ts';
import { isRecent } from '../../../shared/is-recent.ts';
import type { Failure } from '../../../shared/messages/failures.ts';
import type { MarketShare, MarketView } from '../../../shared/messages/market.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { IndexedPosition } from '../../../shared/positions/parse-position.ts';
import { type Price8, toNumber8, toWhole } from '../../../shared/units.ts';
import type { IndexerClient } from '../positions/indexer-client.ts';
import { dollarsOf, parseStatistics } from './parse-statistics.ts';

/** Statistics change by the hour, so older reads are good enough. */
const FRESH_MS = 60_000;

export type Market = ReturnType<typeof createMarket>;

/** Statistics from the indexer: returns the last read at once, then renews it. */
export function createMarket(deps: {
  indexer: Pick<IndexerClient, 'statistics' | 'openPositions'>;
  clock: Clock;
  spotOf: (asset: string) => Price8 | undefined;
  refreshSpot: () => Promise<unknown>;
  failureOf: (error: unknown) => Failure;
}) {
  const { indexer, clock } = deps;
  let last: MarketView | undefined;

  async function read(): Promise<MarketView> {
    const [answers, open] = await Promise.all([
      indexer.statistics(),
      // Some indexers have no such list, and prices can be missing. The rest is still shown.
      indexer.openPositions().catch(() => []),
      deps.refreshSpot().catch(() => undefined),
    ]);
    const at = clock.now();
    const parsed = parseStatistics(answers, at);
    if (parsed === undefined) return {};
    return { statistics: { ...parsed, openByAsset: openByAsset(open, deps.spotOf) }, at };
  }

  return {
    /** Never rejects: a failure is shown beside the last read. */
    async view(isFresh: boolean): Promise<MarketView> {
      if (!isFresh && last?.at !== undefined && isRecent(last.at, clock.now(), FRESH_MS))
        return last;
      try {
        last = await read();
        return last;
      } catch (error) {
        return { ...last, problem: deps.failureOf(error) };
      }
    },
  };
}

/** Returns the collateral locked in open options by underlying, largest first. */
function openByAsset(
  open: readonly IndexedPosition[],
  spotOf: (asset: string) => Price8 | undefined,
): MarketShare[] {
  const assets = new Map<string, { count: number; usd: number | undefined }>();
  for (const { position, underlyingAsset } of open) {
    const token = tokenAt(position.collateralToken);
    const worth = token && worthOf(token);
    const price = worth === 'USD' ? 1 : priceOf(worth === undefined ? undefined : spotOf(worth));
    const name = underlyingAsset ?? worth ?? token?.symbol;
    if (name === undefined) continue;
    const known = assets.get(name) ?? { count: 0, usd: 0 };
    const usd =
      price === undefined || token === undefined
        ? undefined
        : toWhole(position.collateralAmount, token.decimals) * price;
    assets.set(name, {
      count: known.count + 1,
      // One unknown price makes the sum unknown.
      usd: usd === undefined || known.usd === undefined ? undefined : known.usd + usd,
    });
  }
  return [...assets]
    .map(([name, { count, usd }]) => ({ name, count, usd: dollarsOf(usd) }))
    .map(({ usd, ...rest }) => ({ ...rest, ...(usd === undefined ? {} : { usd }) }))
    .sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || b.count - a.count);
}

function priceOf(spot: Price8 | undefined): number | undefined {
  return spot === undefined ? undefined : toNumber8(spot);
}
