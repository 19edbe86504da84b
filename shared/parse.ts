import { matchesSchema } from './check-schema.ts';
import { fromJson } from './codec.ts';
import type { Static, TSchema } from './schema.ts';

/**
 * Parses data at the edge of a process: returns a typed value, or undefined if the data doesn't
 * match. Generates no code, because extension pages and workers forbid generated code.
 */
export function parseAs<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): Static<Schema> | undefined {
  return matchesSchema(schema, value) ? fromJson(schema, value) : undefined;
}

/** Parses JSON text; returns `undefined` for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
