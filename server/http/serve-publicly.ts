import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers of public data: every origin may read the data, and caches don't store it. */
export const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Serves a plugin's routes to every origin. Rejects HEAD except on the paths in `heads`, because
 * GET responses may be large, and their headers alone aren't useful. @fastify/cors would also
 * answer preflights of paths like `/ordersX`, which belong to another service.
 */
export function servePublicly(
  app: FastifyInstance,
  methods: readonly string[],
  heads: readonly string[] = [],
): void {
  const pathOf = ({ routeOptions: { url } }: FastifyRequest) =>
    // `url` is undefined for an unknown path.
    url === undefined ? '' : url.slice(app.prefix.length) || '/';
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PUBLIC_HEADERS);
    if (request.method !== 'HEAD' || heads.includes(pathOf(request))) return undefined;
    return reply.header('allow', 'GET').code(405).send({ error: 'Ask by GET.' });
  });
  app.options('/*', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
}
