import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PositionRecord } from '../../shared/positions/record.ts';
import { isRecord } from '../../shared/wire/json-values.ts';
import { IndexerError } from './errors.ts';
import { optionDetail } from './option-detail.ts';
import { publishedText, recordOf } from './position-row.ts';
import type { Page, Queries } from './queries.ts';
import { offerOf, quotationOf } from './quotation-row.ts';
import { offerToWire, quotationToWire } from './quotation-wire.ts';
import { addressParam, pageQuery, sendJson, wordQuery } from './requests.ts';
import type { StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * The factory side: requests, offers and the options that came of them. Lists answer `{data}`; asked
 * for a page they say which one it is. Ids are counted on each factory: the newest request of an id
 * is the one that its path shows, `factory` chooses another.
 */
export function factoryRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds } = deps;
  const statuses = ['active', 'settled', 'cancelled'];

  app.get('/api/v1/factory/rfqs', async (request) => {
    const page = pageQuery(request);
    const status = wordQuery(request, 'status', statuses);
    const rows = await queries.quotations({ status, page });
    return listOf(
      rows.map((row) => quotationToWire(quotationOf(row))),
      page && { total: await queries.quotationCount({ status }), ...page },
    );
  });

  app.get('/api/v1/factory/rfqs/:id', async (request) => {
    const id = isRecord(request.params) ? request.params.id : undefined;
    if (typeof id !== 'string' || !/^\d{1,78}$/.test(id))
      throw new IndexerError('bad-request', 'Invalid RFQ id');
    const factory = wordQuery(request, 'factory', [...deps.trusted.factories]);
    const rows = await queries.quotations({ id });
    const row = rows.filter((one) => factory === undefined || one.factory === factory).at(-1);
    if (row === undefined) throw new IndexerError('unknown', 'Not found');
    const offers = (await queries.offers({ quotation: row.key })).map(offerOf);
    return quotationToWire(quotationOf(row), offers);
  });

  app.get('/api/v1/factory/offers', async (request) => {
    const page = pageQuery(request);
    const rows = await queries.offers({ page });
    return listOf(
      rows.map((row) => offerToWire(offerOf(row))),
      page && { total: await queries.offerCount({}), ...page },
    );
  });

  app.get('/api/v1/factory/options', async (request, reply) => {
    const page = pageQuery(request);
    return sendTexts(
      reply,
      await optionTexts(queries, seconds(), page),
      page && { total: await queries.positionCount('factory'), ...page },
    );
  });

  app.get('/api/v1/factory/user/:address/rfqs', async (request) => {
    const requester = addressParam(request);
    const page = pageQuery(request);
    const rows = await queries.quotations({ requester, page });
    return listOf(
      rows.map((row) => quotationToWire(quotationOf(row))),
      page && { total: await queries.quotationCount({ requester }), ...page },
    );
  });

  app.get('/api/v1/factory/user/:address/offers', async (request) => {
    const offeror = addressParam(request);
    const page = pageQuery(request);
    const rows = await queries.offers({ offeror, page });
    return listOf(
      rows.map((row) => offerToWire(offerOf(row))),
      page && { total: await queries.offerCount({ offeror }), ...page },
    );
  });

  app.get('/api/v1/factory/user/:address/positions', async (request, reply) => {
    const page = pageQuery(request);
    const account = addressParam(request);
    const input = { account, source: 'factory', now: seconds(), page } as const;
    const open = await queries.userPositions({ ...input, isOpen: true });
    return sendTexts(reply, open.texts, page && { total: open.total, ...page });
  });

  app.get('/api/v1/factory/option/:address', async (request) => {
    const address = addressParam(request, 'option');
    const row = await queries.position(address);
    if (row?.source !== 'factory') throw new IndexerError('unknown', 'Not found');
    const detail = optionDetail(row, await queries.events(address), seconds());
    return { data: { ...detail, rfqs: await requestsOf(queries, recordOf(row)) } };
  });
}

/** The request that an option came of. */
async function requestsOf(queries: Queries, { quotationId, createdBy }: PositionRecord) {
  if (quotationId === undefined) return [];
  const rows = await queries.quotations({ id: quotationId.toString() });
  return rows
    .filter(({ factory }) => factory === createdBy)
    .map((row) => quotationToWire(quotationOf(row)));
}

/** A page, and how many items there are on all of them. */
type TotalPage = Page & { readonly total: number };

const EVERYTHING: Page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

async function optionTexts(queries: Queries, now: number, page = EVERYTHING): Promise<string[]> {
  const texts: string[] = [];
  let after = { block: -1, log: -1 };
  for (let seen = 0; texts.length < page.limit; ) {
    const rows = await queries.walkPositions('factory', after, 500);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = { block: last.entry_block, log: last.entry_log };
    for (const row of rows)
      if (seen++ >= page.offset && texts.length < page.limit) texts.push(publishedText(row, now));
  }
  return texts;
}

function listOf<T>(data: readonly T[], page: TotalPage | undefined) {
  return page === undefined ? { data } : { data, pagination: page };
}

function sendTexts(reply: FastifyReply, texts: readonly string[], page: TotalPage | undefined) {
  const pagination = page === undefined ? '' : `,"pagination":${JSON.stringify(page)}`;
  return sendJson(reply, `{"data":[${texts.join(',')}]${pagination}}`);
}
