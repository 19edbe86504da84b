import type { FastifyInstance, FastifyReply } from 'fastify';
import * as Type from 'typebox';
import { oneOf } from '../../../shared/one-of.ts';
import { quotationKey } from '../../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { PositionWire } from '../../../shared/wire/positions.ts';
import { describeRead, listOf, Something } from './describe-read.ts';
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
import { arrayParts, sendParts } from './send-rows.ts';
import { allOf, mapped, readPage, type SlicedList } from './slices.ts';
import type { StatisticsRoutesDeps } from './statistics-routes.ts';

const describeList = (summary: string, item: Type.TSchema = Something) =>
  describeRead(summary, listOf(item), 'bad-request');
const REQUESTS = describeList('Requests for quotes');
const OFFERS = describeList('Offers to requests');
const OPTIONS = describeList('Option contracts that requests created', PositionWire);
const REQUESTS_OF_USER = describeList('Requests of an account');
const OFFERS_OF_USER = describeList('Offers of an account');
const REQUEST = describeRead(
  'One request for quotes with its offers',
  Something,
  'bad-request',
  'unknown',
);
const OPTION = describeRead(
  'One option contract that a request for quotes created, with its events',
  Type.Object({ data: Something }),
  'bad-request',
  'unknown',
);

/**
 * Registers the routes of the factory side: requests, offers, and the options that resulted. Lists
 * are `{data}`, with page information if the client requested a page. Each factory counts its own
 * ids. A path with an id means the newest request with that id; `factory` selects another factory's
 * request.
 */
export function factoryRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds } = deps;
  const requestList = (filter: Parameters<Queries['quotations']>[0]) =>
    mapped(queries.quotations(filter), (rfq) => quotationToWire(rfq));
  const offerList = (filter: Parameters<Queries['offers']>[0]) =>
    mapped(queries.offers(filter), offerToWire);
  const ofUser = { params: UserParams, querystring: PageQuery };

  const listed = { schema: { ...REQUESTS, querystring: RfqsQuery } };
  app.get<{ Querystring: RfqsQuery }>('/api/v1/factory/rfqs', listed, ({ query }, reply) =>
    sendList(reply, requestList({ status: query.status || undefined }), pageOf(query)),
  );

  const FactoryQuery = Type.Object(
    { factory: Type.Optional(oneOf(['', ...deps.trusted.factories])) },
    { title: `factory must be one of ${[...deps.trusted.factories].join(', ')}` },
  );
  app.get<{ Params: RfqParams; Querystring: Type.Static<typeof FactoryQuery> }>(
    '/api/v1/factory/rfqs/:id',
    { schema: { ...REQUEST, params: RfqParams, querystring: FactoryQuery } },
    async (request) => {
      const { id } = request.params;
      const factory = request.query.factory || undefined;
      const rfqs = await queries.quotationsOf(id);
      const rfq = rfqs.filter((one) => factory === undefined || one.factory === factory).at(-1);
      if (rfq === undefined) throw new IndexerApiError('unknown', 'Not found');
      const quotation = quotationKey(rfq.factory, rfq.id);
      return quotationToWire(rfq, await allOf(queries.offers({ quotation })));
    },
  );

  const offers = { schema: { ...OFFERS, querystring: PageQuery } };
  app.get<{ Querystring: PageQuery }>('/api/v1/factory/offers', offers, ({ query }, reply) =>
    sendList(reply, offerList({}), pageOf(query)),
  );

  const options = { schema: { ...OPTIONS, querystring: PageQuery } };
  app.get<{ Querystring: PageQuery }>('/api/v1/factory/options', options, ({ query }, reply) => {
    const now = seconds();
    const list = mapped(queries.positions.from('factory'), (one) => positionToWire(one, now));
    return sendList(reply, list, pageOf(query));
  });

  const rfqsOfUser = '/api/v1/factory/user/:address/rfqs';
  app.get<OfUser>(
    rfqsOfUser,
    { schema: { ...REQUESTS_OF_USER, ...ofUser } },
    ({ params, query }, reply) =>
      sendList(reply, requestList({ requester: params.address.toLowerCase() }), pageOf(query)),
  );

  const offersOfUser = '/api/v1/factory/user/:address/offers';
  app.get<OfUser>(
    offersOfUser,
    { schema: { ...OFFERS_OF_USER, ...ofUser } },
    ({ params, query }, reply) =>
      sendList(reply, offerList({ offeror: params.address.toLowerCase() }), pageOf(query)),
  );

  const option = { schema: { ...OPTION, params: OptionParams } };
  const optionPath = '/api/v1/factory/option/:address';
  app.get<{ Params: AddressParams }>(optionPath, option, async ({ params }) => {
    const address = params.address.toLowerCase();
    const position = await queries.positions.one(address);
    if (position?.source !== 'factory') throw new IndexerApiError('unknown', 'Not found');
    const detail = optionDetail(position, await queries.events(address), seconds());
    return { data: { ...detail, rfqs: await requestsOf(queries, position) } };
  });
}

/** Returns the request from which an option resulted. */
async function requestsOf(queries: Queries, { quotationId, createdBy }: PositionRecord) {
  if (quotationId === undefined) return [];
  const rfqs = await queries.quotationsOf(quotationId.toString());
  return rfqs.filter(({ factory }) => factory === createdBy).map((rfq) => quotationToWire(rfq));
}

interface OfUser {
  readonly Params: AddressParams;
  readonly Querystring: PageQuery;
}

/** Sends a page, or the whole list in slices. */
async function sendList<T>(reply: FastifyReply, list: SlicedList<T>, page: Page | undefined) {
  if (page === undefined)
    return sendParts(
      reply,
      arrayParts(list, '{"data":[', () => ']}'),
    );
  const { items, pagination } = await readPage(list, page);
  return { data: items, pagination };
}
