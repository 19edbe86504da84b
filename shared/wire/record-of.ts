import { type Static, type TSchema, Unsafe } from 'typebox';

/**
 * Any names with values of one schema: what `Record` of TypeBox makes of a plain text key, without the
 * 40 kB that it brings for the other kinds of keys.
 */
export function recordOf<Schema extends TSchema>(schema: Schema) {
  return Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    patternProperties: { '^.*$': schema },
  });
}
