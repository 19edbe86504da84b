import { type Static, type TSchema, Unsafe } from '../schema.ts';

/**
 * Returns the schema of an object with any keys and values of one schema. The pattern fits every key,
 * also one with line breaks, whose value would pass unchecked otherwise.
 */
export function recordOf<Schema extends TSchema>(schema: Schema) {
  return Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    patternProperties: { '': schema },
  });
}
