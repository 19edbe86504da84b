import fc from 'fast-check';
import type { TSchema } from 'typebox';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { ALL_KEYS } from '../../entrypoints/background/stored-keys.ts';
import { matchesSchema } from '../../shared/check-schema.ts';
import { CeremonyReportSchema } from '../../shared/messages/ceremony.ts';
import { WALLET_API } from '../../shared/messages/wallet-api.ts';
import { VaultPayloadSchema } from '../../shared/vault/payload.ts';
import * as orders from '../../shared/wire/orders.ts';
import * as positions from '../../shared/wire/positions.ts';
import { recordOf } from '../../shared/wire/record-of.ts';
import * as vault from '../../shared/wire/vault.ts';

const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value);

const SCHEMAS: readonly TSchema[] = [
  ...Object.values(WALLET_API),
  ...ALL_KEYS.map(({ schema }) => schema),
  ...[orders, positions, vault].flatMap((module) =>
    Object.values<unknown>(module).filter(isSchema),
  ),
  CeremonyReportSchema,
  VaultPayloadSchema,
  recordOf(Type.Integer({ minimum: 2 })),
];

const HEX = '0123456789abcdefABCDEF';

/** Generates values close to a schema: mostly valid, sometimes wrong in one place. */
function near(schema: TSchema): fc.Arbitrary<unknown> {
  const words: Record<string, unknown> = { ...schema };
  const oneOf = (right: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 40, arbitrary: right },
      { weight: 1, arbitrary: fc.anything({ maxDepth: 1 }) },
      { weight: 1, arbitrary: fc.constantFrom(undefined, null, 0, 1.5, -1, '', 'x', [], {}) },
    );
  if ('const' in words) return oneOf(fc.constant(words.const));
  if (Array.isArray(words.anyOf)) return oneOf(fc.oneof(...words.anyOf.map(near)));
  const minimum = Number(words.minimum ?? -5);
  const maximum = Math.min(Number(words.maximum ?? 2 ** 31), 2 ** 40);
  const { minLength = 0, maxLength = 40 } = words as { minLength?: number; maxLength?: number };
  if (words.format === 'uri') return oneOf(fc.oneof(fc.webUrl(), fc.constant('https://[::1]:1')));
  switch (words.type) {
    case 'string':
      return oneOf(
        fc.oneof(
          fc.string({
            unit: fc.constantFrom(...HEX),
            minLength,
            maxLength: Math.max(minLength, Math.min(maxLength, 60)),
          }),
          fc
            .string({ unit: fc.constantFrom(...HEX), minLength: 40, maxLength: 40 })
            .map((hex) => `0x${hex}`),
          fc.string({ unit: fc.constantFrom(...HEX), minLength: 43, maxLength: 43 }),
          fc.string({ unit: 'grapheme', maxLength: 66 }),
        ),
      );
    case 'integer':
    case 'number':
      return oneOf(
        fc.oneof(
          fc.integer({ min: Math.floor(minimum) - 1, max: Math.max(minimum, maximum) }),
          fc.double(),
        ),
      );
    case 'boolean':
      return oneOf(fc.boolean());
    case 'null':
      return oneOf(fc.constant(null));
    case 'array':
      return oneOf(
        fc.array(isSchema(words.items) ? near(words.items) : fc.anything({ maxDepth: 1 }), {
          maxLength: 4,
          minLength: Math.min(4, Number(words.minItems ?? 0)),
        }),
      );
    case 'object': {
      const properties = Object.entries(words.properties ?? {}) as [string, TSchema][];
      const [pattern] = Object.values(words.patternProperties ?? {}) as TSchema[];
      if (pattern !== undefined)
        return oneOf(fc.dictionary(fc.string(), near(pattern), { maxKeys: 3 }));
      const members = fc.record(
        Object.fromEntries(properties.map(([name, one]) => [name, near(one)])),
      );
      const dropped = fc.constantFrom(...properties.map(([name]) => name), undefined);
      return oneOf(
        fc.tuple(members, fc.integer({ min: 0, max: 19 }), dropped).map(([value, dice, name]) => {
          if (dice === 0) return { ...value, another: 1 };
          if (dice > 3 || name === undefined) return value;
          return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
        }),
      );
    }
    default:
      return fc.anything({ maxDepth: 2 });
  }
}

describe('the schema check', () => {
  it('for the schemas of messages, storage and wire formats, the check accepts the same values as TypeBox', () => {
    let right = 0;
    let wrong = 0;
    for (const schema of SCHEMAS) {
      fc.assert(
        fc.property(near(schema), (value) => {
          const expected = Check(schema, value);
          if (expected) right += 1;
          else wrong += 1;
          expect(matchesSchema(schema, value)).toBe(expected);
        }),
        { numRuns: 200 },
      );
    }
    expect(right).toBeGreaterThan(2000);
    expect(wrong).toBeGreaterThan(2000);
  });

  it('checks the values of a record, whatever characters its keys contain', () => {
    const schema = recordOf(Type.Integer());
    expect(matchesSchema(schema, { a: 1, 'b\nc': 2, '': 3 })).toBe(true);
    expect(matchesSchema(schema, { 'a\nb': 'text' })).toBe(false);
    expect(matchesSchema(schema, { '': 'text' })).toBe(false);
  });

  it('a length limit accepts the same texts as TypeBox, including emojis of several code units', () => {
    const schema = Type.String({ maxLength: 2 });
    for (const text of ['', 'ab', 'abc', '👩‍👩‍👧', '👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧👩‍👩‍👧x']) {
      expect(matchesSchema(schema, text)).toBe(Check(schema, text));
    }
  });

  it('rejects an unsupported keyword or type instead of accepting every value', () => {
    expect(() => matchesSchema(Type.Integer({ multipleOf: 2 }), 3)).toThrow('multipleOf');
    expect(() => matchesSchema(Type.Unsafe({ type: 'tuple' }), [])).toThrow('tuple');
  });
});
