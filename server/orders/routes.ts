import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Hex } from 'viem';
import { isRecord } from '../../shared/wire/json-values.ts';
import type { AddressLimit } from '../http/address-limit.ts';
import { ORDERS_STATUS, OrdersError } from './errors.ts';
import { sendFeed } from './send-feed.ts';
import type { OrdersService } from './service.ts';

export interface OrdersRoutesDeps {
  readonly service: Pick<OrdersService, 'feed' | 'post' | 'withdraw'>;
  readonly health: () => { readonly status: 'ok' | 'degraded' };
  readonly limits: Readonly<Record<'reads' | 'posts' | 'entries' | 'withdrawals', AddressLimit>>;
  /** How long a client may take to read the feed; generous when absent. */
  readonly readerPatience?: Parameters<typeof sendFeed>[2];
}

/** A thousand entries with room to spare; a withdrawal is one signature. */
const BODY_LIMIT = { post: 2_000_000, withdrawal: 1_000 };

/** The feed's HTTP side: public data, so any origin may read it, and nothing may be cached. */
export function ordersRoutes(
  app: FastifyInstance,
  { service, health, limits, readerPatience }: OrdersRoutesDeps,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // What GET answers may be large; nobody needs its headers alone.
    if (request.method !== 'HEAD') return;
    return reply.header('allow', 'GET').code(405).send({ error: 'Ask by GET.' });
  });

  app.get('/', { onRequest: [within(limits.reads)] }, (_request, reply) =>
    sendFeed(reply, service.feed(), readerPatience),
  );

  app.post(
    '/',
    { bodyLimit: BODY_LIMIT.post, onRequest: [within(limits.posts)] },
    async (request) => {
      const { body } = request;
      refuseWhen(limits.entries(request.ip, Array.isArray(body) ? body.length : 1));
      const results = await service.post(body);
      return {
        accepted: results.length,
        digests: results.map(({ digest }) => digest),
        results,
      };
    },
  );

  const withdrawal = {
    bodyLimit: BODY_LIMIT.withdrawal,
    onRequest: [within(limits.withdrawals)],
  };
  app.delete<{ Params: { digest: string } }>('/:digest', withdrawal, async (request, reply) => {
    const { digest } = request.params;
    if (!isHex(digest, 32))
      throw new OrdersError('bad-request', 'An order is named by its 32-byte digest.');
    const { body } = request;
    const signature = isRecord(body) ? body.signature : undefined;
    if (!isHex(signature, 65))
      throw new OrdersError('bad-request', 'The body must hold the maker’s 65-byte signature.');
    await service.withdraw(lower(digest), signature);
    return reply.code(204).send();
  });

  app.get('/health', { onRequest: [within(limits.reads)] }, (_request, reply) => {
    const answer = health();
    return reply.code(200).send(answer);
  });

  app.options('/*', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is nothing at this path.' }),
  );

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
    request.log.error({ err: error }, 'orders request failed');
    return reply
      .code(503)
      .send({ error: 'The service cannot do this at the moment.', code: 'unavailable' });
  });
}

/** Refuses who asks too often, before anything is read of the request. */
function within(limit: AddressLimit) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> =>
    refuseWhen(limit(request.ip));
}

function refuseWhen(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new OrdersError('too-many', 'Too many requests come from this address.', {
    details: { retryAfter },
  });
}

/** Fastify's own refusals (not JSON, too large, wrong type) carry a 4xx status. */
function statusOf(error: unknown): number {
  const status = isRecord(error) ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function isHex(value: unknown, bytes: number): value is Hex {
  return typeof value === 'string' && new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`).test(value);
}

function lower(digest: Hex): Hex {
  return `0x${digest.slice(2).toLowerCase()}`;
}
