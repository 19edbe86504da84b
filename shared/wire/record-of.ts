import { type Static, type TSchema, Unsafe } from '../schema.ts';

/**
 * Returns the schema of an object with any keys, whose values have one schema. The pattern matches
 * every key, even with line breaks: the value of a key that doesn't match would pass unchecked.
 */
export function recordOf<Schema extends TSchema>(schema: Schema) {
  return Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    patternProperties: { '': schema },
  });
}
