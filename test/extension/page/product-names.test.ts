import { expect, it } from 'vitest';
import { productLabel } from '../../../components/texts/product-name.ts';
import type { ProductName } from '../../../shared/chain/implementations.ts';
import { buyerPayoff } from '../../../shared/orders/payoff.ts';
import { PRODUCT_NAMES, product } from '../../../shared/orders/products.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { contracts, type Price8, price8 } from '../../../shared/units.ts';
import { inGerman } from '../helpers/languages.ts';

const dollars = (value: number): Price8 => price8(BigInt(value) * 100_000_000n);

const STRIKES = [2_000, 2_100, 2_200, 2_300];
const PRICES = { below: 1_000, middle: 2_150, above: 9_000 };

/** Returns the range of prices at which one bought contract pays out. */
function paysWhere(name: ProductName): string {
  const count = product(name).strikeCount;
  const strikes = count === 3 ? [2_050, 2_150, 2_250] : STRIKES.slice(0, count);
  const terms = termsOf(name, strikes.map(dollars)) ?? expect.unreachable();
  const amount = contracts(10n ** 18n);
  const paid = (price: number) =>
    buyerPayoff({ terms, contracts: amount, settlementPrice: dollars(price) }) > 0n;
  const places = Object.entries(PRICES).filter(([, price]) => paid(price));
  return places.map(([place]) => place).join(' and ');
}

/**
 * Ranges in which a trader expects a payout, by words in the name. The first matching entry
 * applies.
 */
const EXPECTED: readonly (readonly [words: RegExp, pays: string])[] = [
  [/reverse iron condor/, 'below and above'],
  [/iron condor/, 'middle'],
  [/condor|butterfly|ranger/, 'middle'],
  [/put/, 'below'],
  [/call/, 'middle and above'],
];

const expected = (name: string) =>
  EXPECTED.find(([words]) => words.test(name.toLowerCase()))?.[1] ?? `no rule for ${name}`;

it.each(PRODUCT_NAMES)(
  'the name of the product %s matches its payout, in both languages and in the tax file',
  (name) => {
    const pays = paysWhere(name);
    expect(expected(productLabel(name))).toBe(pays);
    expect(expected(inGerman(() => productLabel(name)))).toBe(pays);
    expect(expected(product(name).label)).toBe(pays);
  },
);
