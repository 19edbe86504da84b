import type { FastifyInstance, FastifyReply } from 'fastify';
import * as Type from 'typebox';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { PositionWire } from '../../../shared/wire/positions.ts';
import { describeRead, Pagination, Something } from './describe-read.ts';
import { IndexerApiError } from './errors.ts';
import { createKept } from './kept.ts';
import { optionDetail } from './option-detail.ts';
import { WALKED } from './read-messages.ts';
import { createReferrerFigures } from './referrer.ts';
import {
  type AddressParams,
  OptionParams,
  type Page,
  PageQuery,
  pageOf,
  ReferrerParams,
} from './requests.ts';
import { objectParts, sendParts } from './send-rows.ts';
import { mapped, readPage, type SlicedList, slicesOf } from './slices.ts';
import { readAt, type StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * Number of referrers whose figures are kept in memory. The figures of a large referrer cover the
 * fills of many users.
 */
const KEPT_REFERRERS = 10;

const OPTION = describeRead(
  'One option contract that an order book created, with its events',
  Type.Object({ data: Something }),
  'bad-request',
  'unknown',
);
const ByAddress = Type.Object({
  positions: Type.Record(Type.String(), PositionWire),
  pagination: Type.Optional(Pagination),
});
const REFERRER = describeRead(
  'Positions and fees of a referrer; a page has part of the positions',
  ByAddress,
  'bad-request',
);
const STATE = describeRead(
  'All positions from order books, or a page of them, and the last block',
  ByAddress,
  'bad-request',
);

/**
 * Registers the routes of the book side for one option, for a referrer, and for the whole side. The
 * routes of users and statistics are in other files.
 */
export function bookRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds, prices, trusted } = deps;

  const option = { schema: { ...OPTION, params: OptionParams } };
  app.get<{ Params: AddressParams }>('/api/v1/book/option/:address', option, async ({ params }) => {
    const address = params.address.toLowerCase();
    const position = await queries.positions.one(address);
    if (position?.source !== 'book') throw new IndexerApiError('unknown', 'Not found');
    return { data: optionDetail(position, await queries.events(address), seconds()) };
  });

  const referrerPath = '/api/v1/book/referrer/:address/state';
  const figuresOf = createKept<ReturnType<typeof createReferrerFigures>>(KEPT_REFERRERS);
  const named = { schema: { ...REFERRER, params: ReferrerParams, querystring: PageQuery } };
  app.get<{ Params: AddressParams; Querystring: PageQuery }>(
    referrerPath,
    named,
    async ({ params, query }, reply) => {
      const referrer = params.address.toLowerCase();
      const positions = queries.positions.referred(referrer);
      const figures = await figuresOf(referrer, async () => {
        const now = seconds();
        const sums = await deps.statistics.referred(referrer, now);
        const value = createReferrerFigures(sums, now);
        let rows = 0;
        for await (const { items } of slicesOf(positions)) {
          rows += items.length;
          for (const one of items) value.add(one);
        }
        reply.header(WALKED, rows);
        return { value, rows };
      });
      const head = {
        referrer,
        ...figures.result(await prices()),
        lastUpdateTimestamp: (await readAt(deps)).lastUpdateTimestamp,
      };
      return sendByAddress(reply, { head, positions, page: pageOf(query) });
    },
  );

  const paged = { schema: { ...STATE, querystring: PageQuery } };
  app.get<{ Querystring: PageQuery }>('/api/v1/book/state', paged, async ({ query }, reply) => {
    const head = { ...(await readAt(deps)), indexedBookAddresses: [...trusted.books] };
    const positions = queries.positions.from('book');
    return sendByAddress(reply, { head, positions, page: pageOf(query) });
  });

  /**
   * Sends all positions or one page of them, as an object with the positions' addresses as keys.
   */
  async function sendByAddress(
    reply: FastifyReply,
    input: {
      readonly head: object;
      readonly positions: SlicedList<PositionRecord>;
      readonly page: Page | undefined;
    },
  ) {
    const now = seconds();
    const { head, page } = input;
    const list = mapped(input.positions, (position) => positionToWire(position, now));
    if (page === undefined)
      return sendParts(
        reply,
        objectParts(list, {
          head: `${JSON.stringify(head).slice(0, -1)},"positions":{`,
          nameOf: ({ address }) => address,
          jsonOf: (position) => position,
          tail: '}}',
        }),
      );
    const { items, pagination } = await readPage(list, page);
    const byAddress = Object.fromEntries(items.map((one) => [one.address, one]));
    return { ...head, positions: byAddress, pagination };
  }
}
