import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox';
import { oneOf } from '../../../shared/one-of.ts';
import { quotationKey } from '../../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { PositionWire } from '../../../shared/wire/positions.ts';
import { IndexerApiError } from './errors.ts';
import { optionDetail } from './option-detail.ts';
import type { Queries } from './queries.ts';
import { offerToWire, quotationToWire } from './quotation-wire.ts';
import {
  type AddressParams,
  OptionParams,
  type Page,
  PageQuery,
  pageOf,
  RfqParams,
  RfqsQuery,
  UserParams,
} from './requests.ts';
import type { StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * Registers routes of the factory side: requests, offers and the options made from them. Lists are
 * `{data}`, with page information when a page was requested. Each factory counts its ids: a path
 * means the newest request of an id, `factory` selects another.
 */
export function factoryRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds } = deps;
  const paged = { schema: { querystring: PageQuery } };
  const ofUser = { schema: { params: UserParams, querystring: PageQuery } };

  const listed = { schema: { querystring: RfqsQuery } };
  app.get<{ Querystring: RfqsQuery }>('/api/v1/factory/rfqs', listed, async ({ query }) => {
    const page = pageOf(query);
    const status = query.status || undefined;
    const rfqs = await queries.quotations({ status }, page);
    return listOf(
      rfqs.map((rfq) => quotationToWire(rfq)),
      page && { total: await queries.quotationCount({ status }), ...page },
    );
  });

  const FactoryQuery = Type.Object(
    { factory: Type.Optional(oneOf(['', ...deps.trusted.factories])) },
    { title: `factory must be one of ${[...deps.trusted.factories].join(', ')}` },
  );
  app.get<{ Params: RfqParams; Querystring: Type.Static<typeof FactoryQuery> }>(
    '/api/v1/factory/rfqs/:id',
    { schema: { params: RfqParams, querystring: FactoryQuery } },
    async (request) => {
      const { id } = request.params;
      const factory = request.query.factory || undefined;
      const rfqs = await queries.quotations({ id });
      const rfq = rfqs.filter((one) => factory === undefined || one.factory === factory).at(-1);
      if (rfq === undefined) throw new IndexerApiError('unknown', 'Not found');
      const quotation = quotationKey(rfq.factory, rfq.id);
      return quotationToWire(rfq, await queries.offers({ quotation }));
    },
  );

  app.get<{ Querystring: PageQuery }>('/api/v1/factory/offers', paged, async ({ query }) => {
    const page = pageOf(query);
    const offers = await queries.offers({}, page);
    return listOf(
      offers.map(offerToWire),
      page && { total: await queries.offerCount({}), ...page },
    );
  });

  app.get<{ Querystring: PageQuery }>('/api/v1/factory/options', paged, async ({ query }) => {
    const page = pageOf(query);
    const options: PositionWire[] = [];
    for await (const position of queries.positions.walk('factory', page))
      options.push(positionToWire(position, seconds()));
    return listOf(options, page && { total: await queries.positions.count('factory'), ...page });
  });

  const rfqsOfUser = '/api/v1/factory/user/:address/rfqs';
  app.get<{ Params: AddressParams; Querystring: PageQuery }>(
    rfqsOfUser,
    ofUser,
    async (request) => {
      const requester = request.params.address.toLowerCase();
      const page = pageOf(request.query);
      const rfqs = await queries.quotations({ requester }, page);
      return listOf(
        rfqs.map((rfq) => quotationToWire(rfq)),
        page && { total: await queries.quotationCount({ requester }), ...page },
      );
    },
  );

  const offersOfUser = '/api/v1/factory/user/:address/offers';
  app.get<{ Params: AddressParams; Querystring: PageQuery }>(
    offersOfUser,
    ofUser,
    async (request) => {
      const offeror = request.params.address.toLowerCase();
      const page = pageOf(request.query);
      const offers = await queries.offers({ offeror }, page);
      return listOf(
        offers.map(offerToWire),
        page && { total: await queries.offerCount({ offeror }), ...page },
      );
    },
  );

  const option = { schema: { params: OptionParams } };
  const optionPath = '/api/v1/factory/option/:address';
  app.get<{ Params: AddressParams }>(optionPath, option, async ({ params }) => {
    const address = params.address.toLowerCase();
    const position = await queries.positions.one(address);
    if (position?.source !== 'factory') throw new IndexerApiError('unknown', 'Not found');
    const detail = optionDetail(position, await queries.events(address), seconds());
    return { data: { ...detail, rfqs: await requestsOf(queries, position) } };
  });
}

/** Returns the request that created an option. */
async function requestsOf(queries: Queries, { quotationId, createdBy }: PositionRecord) {
  if (quotationId === undefined) return [];
  const rfqs = await queries.quotations({ id: quotationId.toString() });
  return rfqs.filter(({ factory }) => factory === createdBy).map((rfq) => quotationToWire(rfq));
}

/** A page and the total number of items. */
type TotalPage = Page & { readonly total: number };

function listOf<T>(data: readonly T[], page: TotalPage | undefined) {
  return page === undefined ? { data } : { data, pagination: page };
}
