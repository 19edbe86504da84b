import { type Static, type TSchema, Unsafe } from '../schema.ts';

/**
 * Returns the schema of an object with any keys and values of one schema. TypeBox's `Record` also
 * supports other kinds of keys, which costs 40 kB.
 */
export function recordOf<Schema extends TSchema>(schema: Schema) {
  return Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    patternProperties: { '^.*$': schema },
  });
}
