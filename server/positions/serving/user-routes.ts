import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import { PositionWire } from '../../../shared/wire/positions.ts';
import { describeRead, listOf, Pagination } from './describe-read.ts';
import type { Source } from './position-queries.ts';
import type { Queries } from './queries.ts';
import { type AddressParams, PageQuery, pageOf, UserParams } from './requests.ts';
import { arrayParts, sendParts } from './send-rows.ts';
import { mapped, readPage } from './slices.ts';

const Data = listOf(PositionWire);
const Bare = Type.Union([Type.Array(PositionWire), Data]);
const PAGE =
  'with `limit` (at most 1,000) or `after` (the `next` of the page before) as `{data, pagination}`';

interface ListOfUser {
  readonly path: string;
  readonly summary: string;
  readonly source: Source;
  readonly isOpen: boolean;
  /** True if the whole list is a bare array instead of `{data}`. */
  readonly isBare: boolean;
}

const LISTS: readonly ListOfUser[] = [
  {
    path: '/api/v1/user/:address/positions',
    summary: `Open positions of an account; ${PAGE}`,
    source: 'any',
    isOpen: true,
    isBare: true,
  },
  {
    path: '/api/v1/user/:address/history',
    summary: `Settled and closed positions of an account; ${PAGE}`,
    source: 'any',
    isOpen: false,
    isBare: true,
  },
  {
    path: '/api/v1/book/user/:address/positions',
    summary: 'The open positions that came from an order book, as `{data}`',
    source: 'book',
    isOpen: true,
    isBare: false,
  },
  {
    path: '/api/v1/book/user/:address/history',
    summary: 'The ended positions that came from an order book, as `{data}`',
    source: 'book',
    isOpen: false,
    isBare: false,
  },
  {
    path: '/api/v1/factory/user/:address/positions',
    summary: 'The open positions that came from a request for quotes, as `{data}`',
    source: 'factory',
    isOpen: true,
    isBare: false,
  },
];

const OPEN_POSITIONS = describeRead(
  'All open positions, newest first, or a page of them',
  Type.Object({
    count: Type.Integer(),
    positions: Type.Array(PositionWire),
    pagination: Type.Optional(Pagination),
  }),
  'bad-request',
);

/**
 * Registers an account's positions and history. As with deployed indexers, the plain paths return a
 * bare array, and the paths of the book and factory sides return `{data}`. If the client requests a
 * page, all paths return `{data, pagination}`.
 */
export function userRoutes(
  app: FastifyInstance,
  deps: { readonly queries: Queries; readonly seconds: () => UnixSeconds },
): void {
  const { positions } = deps.queries;
  for (const { path, summary, source, isOpen, isBare } of LISTS) {
    const described = describeRead(summary, isBare ? Bare : Data, 'bad-request');
    app.get<{ Params: AddressParams; Querystring: PageQuery }>(
      path,
      { schema: { ...described, params: UserParams, querystring: PageQuery } },
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
  }

  const paged = { schema: { ...OPEN_POSITIONS, querystring: PageQuery } };
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
