import type { Static, TSchema } from 'typebox';
import { matchesSchema } from './check-schema.ts';

/**
 * The edge of a process: `unknown` goes in, a typed value or nothing comes out. Interpreted, so it
 * also runs where code generation is forbidden (extension pages and workers).
 */
export function parseAs<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): Static<Schema> | undefined {
  // What matches the schema is of its type; TypeScript cannot see that.
  return matchesSchema(schema, value) ? (value as Static<Schema>) : undefined;
}

/** Parses JSON text; text that is not JSON gives `undefined`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Malformed text is an expected input here: the schema check that follows refuses `undefined`.
    return undefined;
  }
}
