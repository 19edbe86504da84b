import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import type { Hex } from 'viem';
import { isRecord } from '../../shared/is-record.ts';
import { isWithinShape } from '../../shared/json-shape.ts';
import { parseJson } from '../../shared/parse.ts';
import { FeedWire } from '../../shared/wire/orders.ts';
import type { AddressLimit } from '../http/address-limit.ts';
import { describeRoute, sendUnchanged } from '../http/describe-routes.ts';
import { createFaultLog } from '../http/fault-log.ts';
import { servePublicly } from '../http/serve-publicly.ts';
import type { SLOW_READER_MS } from '../http/slow-reader.ts';
import { validateBySchema } from '../http/validate-by-schema.ts';
import { ORDERS_STATUS, OrdersError, statusesOf } from './errors.ts';
import { createFeedEncodings, encodingOf } from './feed-encodings.ts';
import type { FeedStream } from './feed-stream.ts';
import { sendFeed } from './send-feed.ts';
import type { OrdersService } from './service.ts';

export interface OrdersRoutesDeps {
  readonly service: Pick<OrdersService, 'feed' | 'post' | 'withdraw'>;
  readonly health: () => { readonly status: 'ok' | 'degraded' };
  /** Opens streams of changes; absent if the feed offers none. */
  readonly stream?: Pick<FeedStream, 'open'>;
  readonly limits: Readonly<Record<'reads' | 'posts' | 'entries' | 'withdrawals', AddressLimit>>;
  readonly readerTimeouts?: typeof SLOW_READER_MS;
}

/** Header that offers the stream of changes to readers of the feed. */
const STREAM_LINK = '<stream>; rel="alternate"; type="text/event-stream"';

/** Maximum bytes: room for a thousand entries, or for a withdrawal's signature. */
const BODY_LIMIT = { post: 2_000_000, withdrawal: 1_000 };
/** Limits far above the shape of a real post. */
const BODY_SHAPE = { depth: 16, values: 100_000, escapes: 10_000 };

const Digest = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' });
const WithdrawalParams = Type.Object(
  { digest: Type.Unsafe<Hex>(Digest) },
  { title: 'An order is named by its 32-byte digest.' },
);
const WithdrawalBody = Type.Object(
  { signature: Type.Unsafe<Hex>(Type.String({ pattern: '^0x[0-9a-fA-F]{130}$' })) },
  { title: 'The body must hold the maker’s 65-byte signature.' },
);

const StreamQuery = Type.Object(
  { since: Type.Optional(Type.String({ maxLength: 100 })) },
  { title: 'A version is the ETag of a feed.' },
);

/** Statuses of Fastify's own errors: the body is too large, or isn't JSON. */
const BODY_STATUSES = [413, 415];

const FEED = describeRoute(
  'All live orders and the spot prices; with `ETag`, and 304 for its `If-None-Match`, compressed by gzip or brotli; HEAD returns the headers alone',
  { 200: FeedWire, 304: Type.Null({ description: 'The client has this feed' }) },
  statusesOf('too-many', 'unavailable'),
);
const STREAM = describeRoute(
  'The changes of the feed as server-sent events, if the feed’s `Link` header offers it. `since` or `Last-Event-ID` names the `ETag` that the client has. Each event has the next `ETag` as its id and as data `added` (entries), `removed` (digests) and `market_data`. After an event `reset` the client reads the feed, then repeats the events that follow. Comments are heartbeats; a client that reads too slowly is disconnected',
  { 200: Type.Null({ description: 'text/event-stream' }) },
  statusesOf('bad-request', 'too-many', 'unavailable'),
);
const POST = describeRoute(
  'Publishes one signed order or an array of up to 1,000, all or none; the status of each is `accepted`, or the reason why the feed doesn’t list it yet',
  {
    200: Type.Object({
      accepted: Type.Integer(),
      digests: Type.Array(Digest),
      results: Type.Array(Type.Object({ digest: Digest, status: Type.String() })),
    }),
  },
  [...statusesOf('bad-request', 'withdrawn', 'too-many', 'unavailable'), ...BODY_STATUSES],
);
const WITHDRAWAL = describeRoute(
  'Withdraws an order with the maker’s signature; status 204',
  { 204: Type.Null({ description: 'Withdrawn' }) },
  [
    ...statusesOf('bad-request', 'not-the-maker', 'unknown-order', 'too-many', 'unavailable'),
    ...BODY_STATUSES,
  ],
);
const HEALTH = describeRoute(
  'Whether chain, upstream feeds and database respond',
  {
    200: Type.Object({ status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]) }),
  },
  statusesOf('too-many', 'unavailable'),
);

interface Withdrawal {
  readonly Params: Type.Static<typeof WithdrawalParams>;
  readonly Body: Type.Static<typeof WithdrawalBody>;
}

/**
 * Registers the feed's routes. The bodies of posts have no schema, because the parser's errors name
 * the invalid entry and field.
 */
export function ordersRoutes(
  app: FastifyInstance,
  { service, health, stream, limits, readerTimeouts }: OrdersRoutesDeps,
): void {
  servePublicly(app, ['GET', 'POST', 'DELETE'], ['/']);
  sendUnchanged(app);
  validateBySchema(
    app,
    (title = 'The request is not readable.') => new OrdersError('bad-request', title),
  );

  const encoded = createFeedEncodings();
  const read = { schema: FEED, onRequest: [within(limits.reads)], exposeHeadRoute: false };
  async function answerFeed({ headers }: FastifyRequest, reply: FastifyReply) {
    const encoding = encodingOf(headers['accept-encoding']);
    const answer = await encoded(encoding, service.feed);
    if (stream !== undefined) reply.header('link', STREAM_LINK);
    sendFeed(reply, answer, { encoding, ...(readerTimeouts && { timeouts: readerTimeouts }) });
    return reply;
  }
  app.get('/', read, answerFeed);
  app.head('/', read, answerFeed);

  if (stream !== undefined)
    app.get<{ Querystring: Type.Static<typeof StreamQuery> }>(
      '/stream',
      { schema: { ...STREAM, querystring: StreamQuery }, onRequest: [within(limits.reads)] },
      async (request, reply) => {
        const last = request.headers['last-event-id'];
        await stream.open(request, reply, typeof last === 'string' ? last : request.query.since);
        return reply;
      },
    );

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (_request: FastifyRequest, text: string, done) => {
      const json = isWithinShape(text, BODY_SHAPE) ? parseJson(text) : undefined;
      if (json === undefined) done(new OrdersError('bad-request', 'The request is not readable.'));
      else done(null, json);
    },
  );

  app.post(
    '/',
    { schema: POST, bodyLimit: BODY_LIMIT.post, onRequest: [within(limits.posts)] },
    async (request) => {
      const { body } = request;
      refuseWhen(await limits.entries(request.ip, Array.isArray(body) ? body.length : 1));
      const results = await service.post(body);
      return {
        accepted: results.length,
        digests: results.map(({ digest }) => digest),
        results,
      };
    },
  );

  const withdrawal = {
    schema: { ...WITHDRAWAL, params: WithdrawalParams, body: WithdrawalBody },
    bodyLimit: BODY_LIMIT.withdrawal,
    onRequest: [within(limits.withdrawals)],
  };
  app.delete<Withdrawal>('/:digest', withdrawal, async ({ params, body }, reply) => {
    await service.withdraw(lower(params.digest), body.signature);
    return reply.code(204).send();
  });

  app.get('/health', { schema: HEALTH, onRequest: [within(limits.reads)] }, async () => health());

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is nothing at this path.' }),
  );

  const faults = createFaultLog((err) => ({ err }));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OrdersError && typeof error.details?.retryAfter === 'number')
      reply.header('retry-after', error.details.retryAfter);
    if (error instanceof OrdersError)
      return reply
        .code(ORDERS_STATUS[error.code])
        .send({ error: error.message, code: error.code, ...error.details });
    const status = statusOf(error);
    if (status < 500)
      return reply
        .code(status)
        .send({ error: 'The request is not readable.', code: 'bad-request' });
    faults(request.log, 'orders request failed', error);
    return reply
      .code(503)
      .send({ error: 'The service cannot do this at the moment.', code: 'unavailable' });
  });
}

/** Rejects clients above their rate before their request is read. */
function within(limit: AddressLimit) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> =>
    refuseWhen(await limit(request.ip));
}

function refuseWhen(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new OrdersError('too-many', 'Too many requests come from this address.', {
    details: { retryAfter },
  });
}

/** Returns the status of an error. Fastify's own errors have a 4xx status. */
function statusOf(error: unknown): number {
  const status = isRecord(error) ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function lower(digest: Hex): Hex {
  return `0x${digest.slice(2).toLowerCase()}`;
}
