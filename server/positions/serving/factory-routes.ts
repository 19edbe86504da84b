import type { FastifyInstance } from 'fastify';
import { quotationKey } from '../../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { isRecord } from '../../../shared/wire/json-values.ts';
import type { PositionWire } from '../../../shared/wire/positions.ts';
import { IndexerError } from './errors.ts';
import { optionDetail } from './option-detail.ts';
import type { Queries } from './queries.ts';
import { offerToWire, quotationToWire } from './quotation-wire.ts';
import { addressParam, type Page, pageQuery, wordQuery } from './requests.ts';
import type { StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * The factory side: requests, offers and the options that came of them. Lists are `{data}`, and
 * name their page when one was asked for. Ids are counted on each factory: the newest request of an id
 * is the one that its path shows, `factory` chooses another.
 */
export function factoryRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds } = deps;
  const statuses = ['active', 'settled', 'cancelled'];

  app.get('/api/v1/factory/rfqs', async (request) => {
    const page = pageQuery(request);
    const status = wordQuery(request, 'status', statuses);
    const rfqs = await queries.quotations({ status }, page);
    return listOf(
      rfqs.map((rfq) => quotationToWire(rfq)),
      page && { total: await queries.quotationCount({ status }), ...page },
    );
  });

  app.get('/api/v1/factory/rfqs/:id', async (request) => {
    const id = isRecord(request.params) ? request.params.id : undefined;
    if (typeof id !== 'string' || !/^\d{1,78}$/.test(id))
      throw new IndexerError('bad-request', 'Invalid RFQ id');
    const factory = wordQuery(request, 'factory', [...deps.trusted.factories]);
    const rfqs = await queries.quotations({ id });
    const rfq = rfqs.filter((one) => factory === undefined || one.factory === factory).at(-1);
    if (rfq === undefined) throw new IndexerError('unknown', 'Not found');
    const quotation = quotationKey(rfq.factory, rfq.id);
    return quotationToWire(rfq, await queries.offers({ quotation }));
  });

  app.get('/api/v1/factory/offers', async (request) => {
    const page = pageQuery(request);
    const offers = await queries.offers({}, page);
    return listOf(
      offers.map(offerToWire),
      page && { total: await queries.offerCount({}), ...page },
    );
  });

  app.get('/api/v1/factory/options', async (request) => {
    const page = pageQuery(request);
    const options: PositionWire[] = [];
    for await (const position of queries.positions.walk('factory', page))
      options.push(positionToWire(position, seconds()));
    return listOf(options, page && { total: await queries.positions.count('factory'), ...page });
  });

  app.get('/api/v1/factory/user/:address/rfqs', async (request) => {
    const requester = addressParam(request);
    const page = pageQuery(request);
    const rfqs = await queries.quotations({ requester }, page);
    return listOf(
      rfqs.map((rfq) => quotationToWire(rfq)),
      page && { total: await queries.quotationCount({ requester }), ...page },
    );
  });

  app.get('/api/v1/factory/user/:address/offers', async (request) => {
    const offeror = addressParam(request);
    const page = pageQuery(request);
    const offers = await queries.offers({ offeror }, page);
    return listOf(
      offers.map(offerToWire),
      page && { total: await queries.offerCount({ offeror }), ...page },
    );
  });

  app.get('/api/v1/factory/option/:address', async (request) => {
    const address = addressParam(request, 'option');
    const position = await queries.positions.one(address);
    if (position?.source !== 'factory') throw new IndexerError('unknown', 'Not found');
    const detail = optionDetail(position, await queries.events(address), seconds());
    return { data: { ...detail, rfqs: await requestsOf(queries, position) } };
  });
}

/** The request that made an option. */
async function requestsOf(queries: Queries, { quotationId, createdBy }: PositionRecord) {
  if (quotationId === undefined) return [];
  const rfqs = await queries.quotations({ id: quotationId.toString() });
  return rfqs.filter(({ factory }) => factory === createdBy).map((rfq) => quotationToWire(rfq));
}

/** A page, and how many items there are on all of them. */
type TotalPage = Page & { readonly total: number };

function listOf<T>(data: readonly T[], page: TotalPage | undefined) {
  return page === undefined ? { data } : { data, pagination: page };
}
