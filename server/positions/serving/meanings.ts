import * as Type from 'typebox';
import { PositionWire, UpdateWire } from '../../../shared/wire/positions.ts';
import type { RouteMeanings } from '../../http/describe-routes.ts';

const Positions = Type.Array(PositionWire);
const PAGE =
  'with `limit` (at most 1,000) or `after` (the `next` of the page before) as `{data, pagination}`';
const UPDATE = {
  summary: 'Reads the newest blocks now; a public node may need some seconds',
  response: UpdateWire,
};

/** Descriptions of the indexer's routes for its OpenAPI document. */
export const INDEXER_MEANINGS: RouteMeanings = {
  'GET /health': { summary: 'Last indexed block, its distance from the head, and the nodes' },
  'GET /api/v1/update': UPDATE,
  'POST /api/v1/update': UPDATE,
  'GET /api/v1/book/update': UPDATE,
  'POST /api/v1/book/update': UPDATE,
  'GET /api/v1/user/:address/positions': {
    summary: `Open positions of an account; ${PAGE}`,
    response: Positions,
  },
  'GET /api/v1/user/:address/history': {
    summary: `Settled and closed positions of an account; ${PAGE}`,
    response: Positions,
  },
  'GET /api/v1/book/user/:address/positions': {
    summary: 'The open positions that came from an order book, as `{data}`',
  },
  'GET /api/v1/book/user/:address/history': {
    summary: 'The ended positions that came from an order book, as `{data}`',
  },
  'GET /api/v1/factory/user/:address/positions': {
    summary: 'The open positions that came from a request for quotes, as `{data}`',
  },
  'GET /api/v1/open-positions': { summary: 'All open positions, newest first, or a page of them' },
  'GET /api/v1/book/option/:address': {
    summary: 'One option contract that an order book created, with its events',
  },
  'GET /api/v1/factory/option/:address': {
    summary: 'One option contract that a request for quotes created, with its events',
  },
  'GET /api/v1/book/referrer/:address/state': {
    summary: 'Positions and fees of a referrer; a page has part of the positions',
  },
  'GET /api/v1/book/state': {
    summary: 'All positions from order books, or a page of them, and the last block',
  },
  'GET /api/v1/factory/rfqs': { summary: 'Requests for quotes' },
  'GET /api/v1/factory/rfqs/:id': { summary: 'One request for quotes with its offers' },
  'GET /api/v1/factory/offers': { summary: 'Offers to requests' },
  'GET /api/v1/factory/options': { summary: 'Option contracts that requests created' },
  'GET /api/v1/factory/user/:address/rfqs': { summary: 'Requests of an account' },
  'GET /api/v1/factory/user/:address/offers': { summary: 'Offers of an account' },
  'GET /api/state': { summary: 'Everything that the indexer knows' },
  'GET /api/v1/stats': { summary: 'Counts of all positions' },
  'GET /api/v1/book/stats': { summary: 'Counts of positions from order books' },
  'GET /api/v1/factory/stats': { summary: 'Counts of requests and offers' },
  'GET /api/v1/stats/protocol': { summary: 'Volume, premium and fees, in total' },
  'GET /api/v1/book/stats/protocol': { summary: 'Volume, premium and fees of order books' },
  'GET /api/v1/factory/stats/protocol': {
    summary:
      'Volume, premium and fees of requests; average offers per request, and seconds to settlement',
  },
  'GET /api/v1/stats/daily': { summary: 'Volume, premium and fees by day' },
  'GET /api/v1/book/stats/daily': { summary: 'Volume, premium and fees of order books by day' },
  'GET /api/v1/factory/stats/daily': { summary: 'Volume, premium and fees of requests by day' },
};
