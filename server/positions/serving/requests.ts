import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../shared/wire/json-values.ts';
import { IndexerError } from './errors.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const MAX_LIMIT = 1_000;

/** The lower-case address in a request's path, and what it is the address of. @throws IndexerError */
export function addressParam(
  request: FastifyRequest,
  of: 'user' | 'option' | 'referrer' = 'user',
): string {
  const address = isRecord(request.params) ? request.params.address : undefined;
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new IndexerError('bad-address', `Invalid ${of} address format`);
  return address.toLowerCase();
}

/** `limit` and `offset` when one of them is asked for. @throws IndexerError */
export function pageQuery(request: FastifyRequest): Page | undefined {
  const asked = { limit: queryOf(request, 'limit'), offset: queryOf(request, 'offset') };
  if (asked.limit === undefined && asked.offset === undefined) return undefined;
  const limit = wholeNumber(asked.limit ?? String(MAX_LIMIT), 'limit');
  const offset = wholeNumber(asked.offset ?? '0', 'offset');
  return { limit: Math.min(limit, MAX_LIMIT), offset };
}

/** A query parameter that is one of a few words. @throws IndexerError */
export function wordQuery(
  request: FastifyRequest,
  name: string,
  words: readonly string[],
): string | undefined {
  const value = queryOf(request, name);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && words.includes(value)) return value;
  throw new IndexerError('bad-request', `${name} must be one of ${words.join(', ')}`);
}

/** A query parameter; an empty one (`?limit=`) is one that is not there. */
function queryOf(request: FastifyRequest, name: string): unknown {
  const value = isRecord(request.query) ? request.query[name] : undefined;
  return value === '' ? undefined : value;
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value);
  throw new IndexerError('bad-request', `${name} must be a whole number`);
}
