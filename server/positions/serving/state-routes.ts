import type { FastifyInstance } from 'fastify';
import { quotationKey } from '../../../shared/positions/quotation.ts';
import { offerToWire, quotationToWire } from './quotation-wire.ts';
import { sendWithPositions } from './send-with-positions.ts';
import { readAt, requestCounts, type StatisticsRoutesDeps } from './statistics-routes.ts';

/**
 * Registers routes that return the whole factory side. Each factory counts its requests from one,
 * so requests, offers and their lists are keyed by `factory:id`.
 */
export function stateRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds } = deps;

  app.get('/api/state', async (_request, reply) => {
    const quotations = await queries.quotations({});
    const offers = await queries.offers({});
    const offersByKey: Record<string, Record<string, unknown>> = {};
    const userOffers: Lists = {};
    for (const offer of offers) {
      const key = quotationKey(offer.factory, offer.quotationId);
      offersByKey[key] = { ...offersByKey[key], [offer.offeror]: offerToWire(offer) };
      const isActive = offer.status === 'pending' || offer.status === 'revealed';
      list(userOffers, offer.offeror, isActive ? 'active' : 'completed', key);
    }
    const userRFQs: Lists = {};
    for (const { requester, status, factory, id } of quotations)
      list(
        userRFQs,
        requester,
        status === 'active' ? 'active' : 'completed',
        quotationKey(factory, id),
      );
    const { lastProcessedBlock, lastUpdateTimestamp, indexedFactoryAddresses, ...protocolStats } =
      await requestCounts(deps);
    const head = {
      ...(await readAt(deps)),
      lastProcessedBlock,
      lastUpdateTimestamp,
      rfqs: Object.fromEntries(
        quotations.map((one) => [quotationKey(one.factory, one.id), quotationToWire(one)]),
      ),
      offers: offersByKey,
      userRFQs,
      userOffers,
      userOptions: await userOptions(deps),
      protocolStats,
      referrals: await queries.referrals(),
      indexedFactoryAddresses,
    };
    const positions = queries.positions.walk('factory');
    return sendWithPositions(reply, { head, name: 'options', positions, now: seconds() });
  });
}

/** Lists of ids by holder and by whether they have ended. */
type Lists = Record<string, Record<string, string[]>>;

function list(lists: Lists, holder: string, name: string, value: string): void {
  const own = lists[holder] ?? {};
  own[name] = [...(own[name] ?? []), value];
  lists[holder] = own;
}

/** Returns the factory side's options by holder. */
async function userOptions({ queries }: StatisticsRoutesDeps) {
  const users: Lists = {};
  for await (const { buyer, seller, status, address } of queries.positions.walk('factory'))
    for (const holder of new Set([buyer, seller]))
      list(users, holder, status === 'open' ? 'active' : 'history', address);
  return users;
}
