import type { FastifyInstance } from 'fastify';
import { IndexerError } from './errors.ts';
import { optionDetail } from './option-detail.ts';
import { referrerState } from './referrer.ts';
import { addressParam, pageQuery } from './requests.ts';
import { sendWithPositions } from './send-with-positions.ts';
import { readAt, type StatisticsRoutesDeps } from './statistics-routes.ts';

/** The book side beside users and statistics: one option, a referrer, everything. */
export function bookRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds, prices, trusted } = deps;

  app.get('/api/v1/book/option/:address', async (request) => {
    const address = addressParam(request, 'option');
    const position = await queries.positions.one(address);
    if (position?.source !== 'book') throw new IndexerError('unknown', 'Not found');
    return { data: optionDetail(position, await queries.events(address), seconds()) };
  });

  app.get('/api/v1/book/referrer/:address/state', async (request) => {
    const referrer = addressParam(request, 'referrer');
    const positions = await queries.positions.referred(referrer);
    return {
      ...referrerState({ referrer, positions, now: seconds(), prices: await prices() }),
      lastUpdateTimestamp: (await readAt(deps)).lastUpdateTimestamp,
    };
  });

  app.get('/api/v1/book/state', async (request, reply) => {
    const head = { ...(await readAt(deps)), indexedBookAddresses: [...trusted.books] };
    const positions = queries.positions.walk('book', pageQuery(request));
    return sendWithPositions(reply, { head, name: 'positions', positions, now: seconds() });
  });
}
