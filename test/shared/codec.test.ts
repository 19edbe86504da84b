import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inJson, signedUnits, toJson, units } from '../../shared/codec.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';
import * as Type from '../../shared/schema.ts';
import { type TokenAmount, tokenAmount } from '../../shared/units.ts';
import { recordOf } from '../../shared/wire/record-of.ts';

const closed = { additionalProperties: false };

const MoneySchema = Type.Object(
  {
    symbol: Type.String(),
    amount: units<TokenAmount>(),
    profit: Type.Optional(signedUnits()),
    lent: Type.Optional(Type.Object({ rate: Type.Integer(), parts: Type.Array(units()) }, closed)),
    step: Type.Optional(
      Type.Union([
        Type.Object({ kind: Type.Literal('pay'), limit: units() }, closed),
        Type.Object({ kind: Type.Literal('note'), limit: Type.String() }, closed),
        Type.Null(),
      ]),
    ),
  },
  closed,
);

const whole = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe('a schema with amounts', () => {
  it('restores every value from its JSON, to the last unit', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), limit: whole }, { noNullPrototype: true }),
      fc.record(
        { kind: fc.constant('note' as const), limit: whole.map(String) },
        { noNullPrototype: true },
      ),
      fc.constant(null),
    );
    const money = fc.record(
      {
        symbol: fc.string(),
        amount: whole.map(tokenAmount),
        profit: fc.bigInt({ min: -(10n ** 78n) + 1n, max: 10n ** 78n - 1n }),
        lent: fc.record({ rate: fc.integer(), parts: fc.array(whole) }, { noNullPrototype: true }),
        step,
      },
      { requiredKeys: ['symbol', 'amount'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(money, (value) => {
        const json = parseJson(JSON.stringify(toJson(MoneySchema, value)));
        expect(json).toEqual(parseJson(JSON.stringify(inJson(value))));
        expect(parseAs(MoneySchema, json)).toEqual(value);
      }),
    );
  });

  it('writes amounts as decimal text, and doesn’t change the input', () => {
    const value = { symbol: 'USDC', amount: tokenAmount(5n), profit: -2n };
    expect(toJson(MoneySchema, value)).toEqual({ symbol: 'USDC', amount: '5', profit: '-2' });
    expect(value.amount).toBe(5n);
  });

  it.each([
    ['a negative amount', { symbol: '', amount: '-1' }],
    ['a gain with a plus sign', { symbol: '', amount: '1', profit: '+1' }],
    ['an amount in exponents', { symbol: '', amount: '1e3' }],
    ['a number instead of an amount', { symbol: '', amount: 1 }],
    ['an amount that isn’t JSON', { symbol: '', amount: 1n }],
    ['a missing member', { amount: '1' }],
    ['an unknown member', { symbol: '', amount: '1', other: 1 }],
    ['a part in a different form', { symbol: '', amount: '1', lent: { rate: 1, parts: 'none' } }],
    ['an invalid variant', { symbol: '', amount: '1', step: { kind: 'pay', limit: 'much' } }],
  ])('refuses a value that doesn’t fit the schema: %s', (_, json) => {
    expect(parseAs(MoneySchema, json)).toBeUndefined();
  });

  it('returns a value without amounts unchanged', () => {
    const schema = Type.Object({ names: Type.Array(Type.String()) });
    const json = { names: ['a'] };
    expect(toJson(schema, json)).toBe(json);
    expect(parseAs(schema, json)).toBe(json);
  });

  it('reads the variant that the value matches, even if an earlier variant has the same JSON type', () => {
    const schema = Type.Union([
      Type.Object({ limit: units() }),
      Type.Object({ note: Type.String(), rest: units() }),
      Type.Array(units()),
      units(),
      Type.String(),
    ]);
    expect(parseAs(schema, { note: 'none', rest: '5' })).toEqual({ note: 'none', rest: 5n });
    expect(parseAs(schema, ['5'])).toEqual([5n]);
    expect(parseAs(schema, '5')).toBe(5n);
    expect(parseAs(schema, 'unknown')).toBe('unknown');
    expect(toJson(schema, [5n])).toEqual(['5']);
  });

  it('rejects amounts in a record whose keys the schema doesn’t name, instead of returning the amounts as text', () => {
    expect(() => parseAs(recordOf(units()), { any: '5' })).toThrow(TypeError);
  });
});
