import * as Type from 'typebox';
import { FeedWire } from '../../shared/wire/orders.ts';
import type { RouteMeanings } from '../http/describe-routes.ts';

const Digest = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' });

/** Descriptions of the feed's routes for its OpenAPI document. */
export const ORDERS_MEANINGS: RouteMeanings = {
  'GET /': {
    summary:
      'All live orders and the spot prices; with `ETag`, and 304 for its `If-None-Match`, compressed by gzip or brotli; HEAD returns the headers alone',
    response: FeedWire,
  },
  'GET /stream': {
    summary:
      'The changes of the feed as server-sent events, if the feed’s `Link` header offers it. `since` or `Last-Event-ID` names the `ETag` that the client has. Each event has the next `ETag` as its id and as data `added` (entries), `removed` (digests) and `market_data`. After an event `reset` the client reads the feed, then repeats the events that follow. Comments are heartbeats; a client that reads too slowly is disconnected',
  },
  'POST /': {
    summary:
      'Publishes one signed order or an array of up to 1,000, all or none; the status of each is `accepted`, or the reason why the feed doesn’t list it yet',
    response: Type.Object({
      accepted: Type.Integer(),
      digests: Type.Array(Digest),
      results: Type.Array(Type.Object({ digest: Digest, status: Type.String() })),
    }),
  },
  'DELETE /:digest': { summary: 'Withdraws an order with the maker’s signature; status 204' },
  'GET /health': {
    summary: 'Whether chain, upstream feeds and database respond',
    response: Type.Object({ status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]) }),
  },
};
