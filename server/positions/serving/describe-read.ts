import * as Type from 'typebox';
import { describeRoute, type RouteDescription } from '../../http/describe-routes.ts';
import { INDEXER_STATUS, type IndexerErrorCode } from './errors.ts';

/** An object whose members the documentation of the deployed indexers lists. */
export const Something = Type.Object({});

export const Pagination = Type.Object({
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  next: Type.Union([Type.String(), Type.Null()]),
});

/** A list of items; with `pagination` if the client requested a page. */
export function listOf(item: Type.TSchema) {
  return Type.Object({ data: Type.Array(item), pagination: Type.Optional(Pagination) });
}

/** Describes a route that reads the index: its summary, its success, and its own errors. */
export function describeRead(
  summary: string,
  success: Type.TSchema,
  ...codes: readonly IndexerErrorCode[]
): RouteDescription {
  const statuses = [...codes, 'too-many' as const].map((code) => INDEXER_STATUS[code]);
  return describeRoute(summary, { 200: success }, [...statuses, 503]);
}
