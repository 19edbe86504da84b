import type { FastifyInstance } from 'fastify';
import { IndexerApiError } from './errors.ts';
import { optionDetail } from './option-detail.ts';
import { referrerState } from './referrer.ts';
import { type AddressParams, OptionParams, PageQuery, pageOf, ReferrerParams } from './requests.ts';
import { sendWithPositions } from './send-with-positions.ts';
import { readAt, type StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * Registers routes of the book side besides users and statistics: one option, a referrer,
 * everything.
 */
export function bookRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds, prices, trusted } = deps;

  const option = { schema: { params: OptionParams } };
  app.get<{ Params: AddressParams }>('/api/v1/book/option/:address', option, async ({ params }) => {
    const address = params.address.toLowerCase();
    const position = await queries.positions.one(address);
    if (position?.source !== 'book') throw new IndexerApiError('unknown', 'Not found');
    return { data: optionDetail(position, await queries.events(address), seconds()) };
  });

  const state = '/api/v1/book/referrer/:address/state';
  const named = { schema: { params: ReferrerParams } };
  app.get<{ Params: AddressParams }>(state, named, async ({ params }) => {
    const referrer = params.address.toLowerCase();
    const positions = await queries.positions.referred(referrer);
    return {
      ...referrerState({ referrer, positions, now: seconds(), prices: await prices() }),
      lastUpdateTimestamp: (await readAt(deps)).lastUpdateTimestamp,
    };
  });

  const paged = { schema: { querystring: PageQuery } };
  app.get<{ Querystring: PageQuery }>('/api/v1/book/state', paged, async ({ query }, reply) => {
    const head = { ...(await readAt(deps)), indexedBookAddresses: [...trusted.books] };
    const positions = queries.positions.walk('book', pageOf(query));
    return sendWithPositions(reply, { head, name: 'positions', positions, now: seconds() });
  });
}
