import type { FastifyInstance } from 'fastify';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import { describeRead, Something } from './describe-read.ts';
import type { Source } from './position-queries.ts';
import type { Queries } from './queries.ts';
import { statisticsOf } from './statistics.ts';
import type { StatisticsQueries } from './statistics-queries.ts';

export interface StatisticsRoutesDeps {
  readonly queries: Queries;
  readonly statistics: StatisticsQueries;
  readonly prices: () => Promise<SpotPrices>;
  readonly seconds: () => UnixSeconds;
  readonly trusted: TrustedEmitters;
}

interface Side {
  readonly path: string;
  readonly source: Source;
  /** Descriptions of the three routes. */
  readonly counts: string;
  readonly protocol: string;
  readonly daily: string;
}

const SIDES: readonly Side[] = [
  {
    path: '/api/v1/book/stats',
    source: 'book',
    counts: 'Counts of positions from order books',
    protocol: 'Volume, premium and fees of order books',
    daily: 'Volume, premium and fees of order books by day',
  },
  {
    path: '/api/v1/factory/stats',
    source: 'factory',
    counts: 'Counts of requests and offers',
    protocol:
      'Volume, premium and fees of requests; average offers per request, and seconds to settlement',
    daily: 'Volume, premium and fees of requests by day',
  },
  {
    path: '/api/v1/stats',
    source: 'any',
    counts: 'Counts of all positions',
    protocol: 'Volume, premium and fees, in total',
    daily: 'Volume, premium and fees by day',
  },
];

/** Registers the statistics of the book side, of the factory side, and of the whole protocol. */
export function statisticsRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const answers = (summary: string) => ({ schema: describeRead(summary, Something) });
  for (const { path, source, counts, protocol, daily } of SIDES) {
    app.get(path, answers(counts), () =>
      source === 'factory' ? requestCounts(deps) : countsOf(source, deps),
    );
    app.get(`${path}/protocol`, answers(protocol), async () => ({
      chainId: CHAIN_ID,
      ...(source !== 'factory' && { indexedBookAddresses: [...deps.trusted.books] }),
      ...(source !== 'book' && { indexedFactoryAddresses: [...deps.trusted.factories] }),
      stats: {
        ...statisticsOf(await deps.statistics.input(source, deps.seconds(), await deps.prices())),
        ...(source !== 'book' && (await offerFigures(deps))),
      },
      lastUpdateTimestamp: (await readAt(deps)).lastUpdateTimestamp,
    }));
    app.get(`${path}/daily`, answers(daily), async () => ({
      daily: await deps.statistics.daily(source, await deps.prices()),
      lastUpdateTimestamp: (await readAt(deps)).lastUpdateTimestamp,
    }));
  }
}

/** Returns the last indexed block, and the time of the last read of the chain. */
export async function readAt({ queries }: Pick<StatisticsRoutesDeps, 'queries'>) {
  const cursor = await queries.cursor();
  return {
    lastProcessedBlock: cursor?.block ?? 0,
    lastUpdateTimestamp: Math.floor((cursor?.head_at ?? 0) / 1000),
  };
}

async function countsOf(source: Source, deps: StatisticsRoutesDeps) {
  const { statistics } = deps;
  const { open, settled, closed } = await statistics.counts(source);
  const total = open + settled + closed;
  const pendingInit = await statistics.pending();
  return {
    totalOptionsTracked: total + pendingInit,
    openPositions: open,
    settledPositions: settled,
    closedPositions: closed,
    uniqueUsers: await statistics.users(source),
    ...(await readAt(deps)),
    positions: { total: total + pendingInit, open, settled, closed, pendingInit },
  };
}

/** Returns counts of requests and offers for the factory side's statistics and state. */
export async function requestCounts(deps: StatisticsRoutesDeps) {
  const { active, settled, cancelled } = await deps.statistics.requests();
  const options = await deps.statistics.counts('factory');
  return {
    totalRfqs: active + settled + cancelled,
    activeRfqs: active,
    settledRfqs: settled,
    cancelledRfqs: cancelled,
    totalOffers: await deps.statistics.offers(),
    totalOptions: options.open + options.settled + options.closed,
    ...(await readAt(deps)),
    indexedFactoryAddresses: [...deps.trusted.factories],
  };
}

/** Returns the average seconds until settlement, and the average number of offers. */
async function offerFigures(deps: StatisticsRoutesDeps) {
  const { totalRfqs, settledRfqs, totalOffers } = await requestCounts(deps);
  const { seconds } = await deps.statistics.requests();
  return {
    avgTimeToFill: settledRfqs === 0 ? 0 : Math.round(seconds / settledRfqs),
    avgOffersPerRfq: totalRfqs === 0 ? 0 : Number((totalOffers / totalRfqs).toFixed(2)),
    totalOffers,
  };
}
