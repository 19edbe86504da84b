import type { FastifyInstance } from 'fastify';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { Source } from './position-queries.ts';
import type { Queries } from './queries.ts';
import { type AddressParams, PageQuery, pageOf, UserParams } from './requests.ts';
import { arrayParts, sendParts } from './send-rows.ts';
import { mapped, readPage } from './slices.ts';

/**
 * Registers an account's positions and history. The plain paths return a bare array, those of the
 * book and the factory side `{data}`, like deployed indexers; with a page all return `{data,
 * pagination}`.
 */
export function userRoutes(
  app: FastifyInstance,
  deps: { readonly queries: Queries; readonly seconds: () => UnixSeconds },
): void {
  const { positions } = deps.queries;
  const paths: readonly [path: string, source: Source, isOpen: boolean, isBare: boolean][] = [
    ['/api/v1/user/:address/positions', 'any', true, true],
    ['/api/v1/user/:address/history', 'any', false, true],
    ['/api/v1/book/user/:address/positions', 'book', true, false],
    ['/api/v1/book/user/:address/history', 'book', false, false],
    ['/api/v1/factory/user/:address/positions', 'factory', true, false],
  ];
  const schema = { params: UserParams, querystring: PageQuery };
  for (const [path, source, isOpen, isBare] of paths)
    app.get<{ Params: AddressParams; Querystring: PageQuery }>(
      path,
      { schema },
      async ({ params, query }, reply) => {
        const page = pageOf(query);
        const now = deps.seconds();
        const account = params.address.toLowerCase();
        const list = mapped(positions.held({ account, isOpen, source }), ({ position, side }) =>
          positionToWire(position, now, side),
        );
        if (page === undefined)
          return sendParts(
            reply,
            isBare ? arrayParts(list) : arrayParts(list, '{"data":[', () => ']}'),
          );
        const { items, pagination } = await readPage(list, page);
        return { data: items, pagination };
      },
    );

  const paged = { schema: { querystring: PageQuery } };
  app.get<{ Querystring: PageQuery }>('/api/v1/open-positions', paged, async ({ query }, reply) => {
    const page = pageOf(query);
    const now = deps.seconds();
    let count = 0;
    const list = mapped(positions.open, (position) => {
      count++;
      return positionToWire(position, now);
    });
    if (page === undefined)
      return sendParts(
        reply,
        arrayParts(list, '{"positions":[', () => `],"count":${count}}`),
      );
    const { items, pagination } = await readPage(list, page);
    return { count, positions: items, pagination };
  });
}
