import * as TypeBox from 'typebox';
import { describe, expect, it } from 'vitest';
import { matchesSchema } from '../../shared/check-schema.ts';
import * as Type from '../../shared/schema.ts';

/** Returns one schema of each kind, created with the builders of `kit`. */
const builtBy = (kit: typeof Type) => {
  const short = kit.String({ maxLength: 3, pattern: '^a' });
  return [
    ...[short, kit.Number({ minimum: 1 }), kit.Integer({ maximum: 9 }), kit.Boolean(), kit.Null()],
    ...[kit.Unknown(), kit.Literal('x'), kit.Literal(3), kit.Literal(true)],
    kit.Union([kit.Literal('x'), kit.Null()]),
    kit.Array(kit.Integer(), { minItems: 1, maxItems: 2 }),
    kit.Object({}),
    kit.Object({ one: kit.Optional(short) }),
    kit.Object(
      { one: short, two: kit.Optional(kit.Array(short)) },
      { additionalProperties: false },
    ),
    kit.Unsafe<'x'>(short),
    kit.Refine(short, (text) => text !== 'aa'),
    kit.Object({ one: kit.Optional(kit.Refine(short, (text) => text !== 'aa')) }),
  ];
};

describe('the builders of schemas', () => {
  it('the builders write the same JSON schemas as TypeBox', () => {
    expect(builtBy(Type).map((schema) => JSON.stringify(schema))).toEqual(
      // Needs a cast, because TypeBox's functions accept more arguments than Condor's.
      builtBy(TypeBox as unknown as typeof Type).map((schema) => JSON.stringify(schema)),
    );
  });

  it('checks the condition of an optional member when the member is present', () => {
    const schema = Type.Object({
      one: Type.Optional(Type.Refine(Type.String(), (text) => text !== 'aa')),
    });
    expect(matchesSchema(schema, {})).toBe(true);
    expect(matchesSchema(schema, { one: 'ab' })).toBe(true);
    expect(matchesSchema(schema, { one: 'aa' })).toBe(false);
  });

  it('extends a schema without changing the extended schema', () => {
    const text = Type.String();
    Type.Optional(text);
    Type.Refine(text, () => false);
    expect(Type.Object({ text }).required).toEqual(['text']);
    expect(matchesSchema(text, 'any')).toBe(true);
  });
});
