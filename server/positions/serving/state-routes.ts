import type { FastifyInstance } from 'fastify';
import { type Offer, quotationKey } from '../../../shared/positions/quotation.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { offerToWire, quotationToWire } from './quotation-wire.ts';
import { objectParts, sendParts } from './send-rows.ts';
import { mapped, type SlicedList, slicesOf } from './slices.ts';
import { readAt, requestCounts, type StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * Registers routes that return the whole factory side. Each factory counts its requests from one,
 * so requests, offers and their lists are keyed by `factory:id`.
 */
export function stateRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries } = deps;

  app.get('/api/state', async (_request, reply) => {
    const userRFQs: Lists = {};
    for await (const { items } of slicesOf(queries.quotations({})))
      for (const { requester, status, factory, id } of items)
        list(userRFQs, requester, activity(status === 'active'), quotationKey(factory, id));
    const userOffers: Lists = {};
    for await (const { items } of slicesOf(queries.offers({})))
      for (const { offeror, status, factory, quotationId } of items)
        list(
          userOffers,
          offeror,
          activity(status === 'pending' || status === 'revealed'),
          quotationKey(factory, quotationId),
        );
    const { lastProcessedBlock, lastUpdateTimestamp, indexedFactoryAddresses, ...protocolStats } =
      await requestCounts(deps);
    const head = {
      ...(await readAt(deps)),
      lastProcessedBlock,
      lastUpdateTimestamp,
      userRFQs,
      userOffers,
      userOptions: await userOptions(deps),
      protocolStats,
      referrals: await queries.referrals(),
      indexedFactoryAddresses,
    };
    return sendParts(reply, stateParts(head, deps));
  });
}

/** Yields the state: everything that is short, then requests, offers and options in slices. */
async function* stateParts(head: object, { queries, seconds }: StatisticsRoutesDeps) {
  const now = seconds();
  const requests = mapped(queries.quotations({}), (one) => ({
    key: quotationKey(one.factory, one.id),
    wire: quotationToWire(one),
  }));
  const options = mapped(queries.positions.from('factory'), (one) => positionToWire(one, now));
  yield* objectParts(requests, {
    head: `${JSON.stringify(head).slice(0, -1)},"rfqs":{`,
    nameOf: ({ key }) => key,
    jsonOf: ({ wire }) => wire,
    tail: '},"offers":{',
  });
  yield* offerParts(queries.offersByKey);
  yield* objectParts(options, {
    head: '},"options":{',
    nameOf: ({ address }) => address,
    jsonOf: (option) => option,
    tail: '}}',
  });
}

/** Yields offers by request and offeror. The list has those of one request one after another. */
async function* offerParts(offers: SlicedList<Offer>): AsyncGenerator<string> {
  let request: string | undefined;
  for await (const { items } of slicesOf(offers)) {
    let text = '';
    for (const offer of items) {
      const key = quotationKey(offer.factory, offer.quotationId);
      if (key === request) text += ',';
      else text += `${request === undefined ? '' : '},'}"${key}":{`;
      text += `"${offer.offeror}":${JSON.stringify(offerToWire(offer))}`;
      request = key;
    }
    if (text !== '') yield text;
  }
  if (request !== undefined) yield '}';
}

/** Lists of ids by holder and by whether they have ended. */
type Lists = Record<string, Record<string, string[]>>;

const activity = (isActive: boolean) => (isActive ? 'active' : 'completed');

function list(lists: Lists, holder: string, name: string, value: string): void {
  const own = lists[holder] ?? {};
  lists[holder] = own;
  const values = own[name] ?? [];
  own[name] = values;
  values.push(value);
}

/** Returns the factory side's options by holder. */
async function userOptions({ queries }: StatisticsRoutesDeps) {
  const users: Lists = {};
  for await (const { items } of slicesOf(queries.positions.from('factory')))
    for (const { buyer, seller, status, address } of items)
      for (const holder of new Set([buyer, seller]))
        list(users, holder, status === 'open' ? 'active' : 'history', address);
  return users;
}
