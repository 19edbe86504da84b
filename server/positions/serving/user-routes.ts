import type { FastifyInstance } from 'fastify';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { Source } from './position-queries.ts';
import type { Queries } from './queries.ts';
import { type AddressParams, PageQuery, pageOf, UserParams } from './requests.ts';

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
      async (request) => {
        const page = pageOf(request.query);
        const asked = { account: request.params.address.toLowerCase(), isOpen, source };
        const data = (await positions.held({ ...asked, page })).map(({ position, side }) =>
          positionToWire(position, deps.seconds(), side),
        );
        if (page !== undefined)
          return { data, pagination: { total: await positions.heldCount(asked), ...page } };
        return isBare ? data : { data };
      },
    );

  const paged = { schema: { querystring: PageQuery } };
  app.get<{ Querystring: PageQuery }>('/api/v1/open-positions', paged, async (request) => {
    const page = pageOf(request.query);
    const open = await positions.open(page);
    return {
      count: open.length,
      positions: open.map((position) => positionToWire(position, deps.seconds())),
      ...(page !== undefined && { pagination: page }),
    };
  });
}
