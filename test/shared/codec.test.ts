import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integer, list, optional, record, text, units } from '../../shared/codec.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { type TokenAmount, tokenAmount } from '../../shared/units.ts';

const MONEY = record({
  symbol: text,
  amount: units<TokenAmount>(),
  cents: optional(units()),
  lent: optional(record({ rate: integer, parts: list(units()) })),
});

const whole = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe('the codec of a record', () => {
  it('returns the same value from JSON, to the last unit', () => {
    const money = fc.record(
      {
        symbol: fc.string(),
        amount: whole.map(tokenAmount),
        cents: whole,
        lent: fc.record({ rate: fc.integer(), parts: fc.array(whole) }),
      },
      { requiredKeys: ['symbol', 'amount'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(money, (value) => {
        const json = parseJson(JSON.stringify(MONEY.write(value)));
        expect(MONEY.read(parseAs(MONEY.schema, json))).toEqual(value);
      }),
    );
  });

  it('writes amounts as decimal text, and leaves its input unchanged', () => {
    const value = { symbol: 'USDC', amount: tokenAmount(5n) };
    expect(MONEY.write(value)).toEqual({ symbol: 'USDC', amount: '5' });
    expect(value.amount).toBe(5n);
  });

  it.each([
    ['a negative amount', { symbol: '', amount: '-1' }],
    ['an amount in exponents', { symbol: '', amount: '1e3' }],
    ['a number instead of an amount', { symbol: '', amount: 1 }],
    ['a missing member', { amount: '1' }],
    ['an unknown member', { symbol: '', amount: '1', other: 1 }],
    ['another form of a part', { symbol: '', amount: '1', lent: { rate: 1, parts: 'none' } }],
  ])('refuses %s', (_, json) => {
    expect(parseAs(MONEY.schema, json)).toBeUndefined();
  });
});
