import type { FastifyInstance } from 'fastify';
import type { Queries, Source } from './queries.ts';
import { addressParam, pageQuery, sendJson } from './requests.ts';

/**
 * Positions and history of an account. The plain paths answer a bare array, those of the book and the
 * factory side `{data}`, as deployed ones do; asked for a page, all answer `{data, pagination}`.
 */
export function userRoutes(
  app: FastifyInstance,
  deps: { readonly queries: Queries; readonly seconds: () => number },
): void {
  const paths: readonly [path: string, source: Source, isOpen: boolean, isBare: boolean][] = [
    ['/api/v1/user/:address/positions', 'any', true, true],
    ['/api/v1/user/:address/history', 'any', false, true],
    ['/api/v1/book/user/:address/positions', 'book', true, false],
    ['/api/v1/book/user/:address/history', 'book', false, false],
  ];
  for (const [path, source, isOpen, isBare] of paths)
    app.get(path, async (request, reply) => {
      const page = pageQuery(request);
      const { texts, total } = await deps.queries.userPositions({
        account: addressParam(request),
        isOpen,
        source,
        now: deps.seconds(),
        page,
      });
      const list = `[${texts.join(',')}]`;
      if (page !== undefined)
        return sendJson(
          reply,
          `{"data":${list},"pagination":${JSON.stringify({ total, ...page })}}`,
        );
      return sendJson(reply, isBare ? list : `{"data":${list}}`);
    });

  app.get('/api/v1/open-positions', async (request, reply) => {
    const page = pageQuery(request);
    const texts = await deps.queries.openPositions(deps.seconds(), page);
    const pagination = page === undefined ? '' : `,"pagination":${JSON.stringify(page)}`;
    return sendJson(
      reply,
      `{"count":${texts.length},"positions":[${texts.join(',')}]${pagination}}`,
    );
  });
}
