import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../http/address-limit.ts';
import { VaultError } from './errors.ts';
import { COMMON_HEADERS, describeError, sendError, sendJson } from './http/answers.ts';
import type { Metrics } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import type { VaultRoute } from './http/route.ts';
import type { VaultStore } from './store.ts';

export interface OperationsOptions {
  readonly store: Pick<VaultStore, 'ping'>;
  readonly metrics: Metrics;
  /** Over all of these routes. */
  readonly limit: AddressLimit;
  readonly routes: readonly VaultRoute[];
}

/**
 * For those who run the service: health, metrics, description. No origin, no session, no secret.
 * `/health` asks storage by a read and writes nothing, for anybody may ask it.
 */
export async function operationRoutes(
  app: FastifyInstance,
  { store, metrics, limit, routes }: OperationsOptions,
): Promise<void> {
  const description = JSON.stringify(openApi(routes));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    const seconds = limit(request.ip);
    if (seconds === 0) return undefined;
    sendError(reply, new VaultError('TRY_LATER', { retryAfter: seconds }));
    return reply;
  });
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ error: describeError(error) }, 'an operations route failed');
    sendError(reply, new VaultError('SERVICE_UNAVAILABLE'));
  });

  app.get('/health', async (request, reply) => {
    try {
      await store.ping();
      sendJson(reply, 200, JSON.stringify({ status: 'ok' }));
    } catch (error) {
      request.log.error({ error: describeError(error) }, 'storage does not answer');
      sendJson(reply, 503, JSON.stringify({ status: 'unavailable' }));
    }
    return reply;
  });

  app.get('/openapi.json', async (_request, reply) => {
    sendJson(reply, 200, description);
    return reply;
  });

  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) {
      sendError(reply, new VaultError('NOT_FOUND'));
      return reply;
    }
    reply.header('content-type', 'text/plain; version=0.0.4').send(metrics.render());
    return reply;
  });
}

/** From this machine itself, and not through a proxy that runs on it. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some(
    (name) => headers[name] !== undefined,
  );
  return isIP(address) !== 0 && isLoopback && !isForwarded;
}
