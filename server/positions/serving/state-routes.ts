import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox';
import { parseAs } from '../../../shared/parse.ts';
import { type Offer, quotationKey } from '../../../shared/positions/quotation.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { describeRead, Something } from './describe-read.ts';
import { createKept } from './kept.ts';
import type { StoredEvent } from './queries.ts';
import { offerToWire, quotationToWire } from './quotation-wire.ts';
import { WALKED } from './read-messages.ts';
import { objectParts, sendParts } from './send-rows.ts';
import { mapped, type SlicedList, slicesOf } from './slices.ts';
import { readAt, requestCounts, type StatisticsRoutesDeps } from './statistics-routes.ts';

/** Maximum number of characters of the head that are sent in one part. */
const PIECE = 65_536;

const STATE = describeRead('Everything that the indexer knows', Something);

/**
 * Registers the routes that return the whole factory side. Each factory counts its requests from
 * one, so `factory:id` identifies requests, offers and their lists.
 */
export function stateRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const kept = createKept<string>(1);

  app.get('/api/state', { schema: STATE }, async (_request, reply) => {
    const head = await kept('head', async () => {
      const { text, rows } = await readHead(deps);
      reply.header(WALKED, rows);
      return { value: text, rows };
    });
    return sendParts(reply, stateParts(head, deps));
  });
}

/** Reads all short parts of the state as JSON, without the closing brace. */
async function readHead(deps: StatisticsRoutesDeps) {
  const { queries } = deps;
  let rows = 0;
  async function walk<T>(from: Pick<SlicedList<T>, 'read'>, visit: (item: T) => void) {
    for await (const { items } of slicesOf(from)) {
      rows += items.length;
      items.forEach(visit);
    }
  }

  const userRFQs: Lists = {};
  await walk(queries.quotations({}), ({ requester, status, factory, id }) =>
    list(userRFQs, requester, activity(status === 'active'), quotationKey(factory, id)),
  );
  const userOffers: Lists = {};
  await walk(queries.offers({}), ({ offeror, status, factory, quotationId }) =>
    list(
      userOffers,
      offeror,
      activity(status === 'pending' || status === 'revealed'),
      quotationKey(factory, quotationId),
    ),
  );
  const userOptions: Lists = {};
  await walk(queries.positions.from('factory'), ({ buyer, seller, status, address }) => {
    for (const holder of new Set([buyer, seller]))
      list(userOptions, holder, status === 'open' ? 'active' : 'history', address);
  });
  const referrals = createReferrals();
  await walk(queries.referralEvents, referrals.add);
  const { lastProcessedBlock, lastUpdateTimestamp, indexedFactoryAddresses, ...protocolStats } =
    await requestCounts(deps);
  const head = {
    ...(await readAt(deps)),
    lastProcessedBlock,
    lastUpdateTimestamp,
    userRFQs,
    userOffers,
    userOptions,
    protocolStats,
    referrals: referrals.byId,
    indexedFactoryAddresses,
  };
  return { text: JSON.stringify(head).slice(0, -1), rows };
}

/** Yields the state: the short parts first, then requests, offers and options in slices. */
async function* stateParts(head: string, { queries, seconds }: StatisticsRoutesDeps) {
  const now = seconds();
  const requests = mapped(queries.quotations({}), (one) => ({
    key: quotationKey(one.factory, one.id),
    wire: quotationToWire(one),
  }));
  const options = mapped(queries.positions.from('factory'), (one) => positionToWire(one, now));
  // Many responses share the text. Each response copies only as much as its client can take.
  for (let at = 0; at < head.length; at += PIECE) yield head.slice(at, at + PIECE);
  yield* objectParts(requests, {
    head: ',"rfqs":{',
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

/** Yields offers grouped by request. The list has a request's offers one after another. */
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

const ReferralArgs = Type.Object({
  referralId: Type.String(),
  referrer: Type.Optional(Type.String()),
  quotationId: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
});

/** Collects the factory side's referrals by id, with their earnings, from events in order. */
function createReferrals() {
  const byId: Record<string, { readonly executed: unknown[] }> = {};
  return {
    byId,
    add({ type, args, block, time, tx }: StoredEvent): void {
      const referral = parseAs(ReferralArgs, args);
      if (referral === undefined) return;
      const { referralId: id, referrer, quotationId, amount } = referral;
      if (type === 'referral-registered')
        byId[id] = {
          ...{ id, referrer },
          ...{ createdAt: time, createdTx: tx, createdBlock: block },
          executed: [],
        };
      else byId[id]?.executed.push({ quotationId, amount, executedBlock: block });
    },
  };
}

/** Lists of ids, by holder and by whether the requests have ended. */
type Lists = Record<string, Record<string, string[]>>;

const activity = (isActive: boolean) => (isActive ? 'active' : 'completed');

function list(lists: Lists, holder: string, name: string, value: string): void {
  const own = lists[holder] ?? {};
  lists[holder] = own;
  const values = own[name] ?? [];
  own[name] = values;
  values.push(value);
}
