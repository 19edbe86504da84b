import { expect, it } from 'vitest';
import { centsOf } from '../../../components/screens/wallet/send/cents-of.ts';
import { cents, tokenAmount } from '../../../shared/units.ts';

const ETH = 10n ** 18n;

it('returns the value of a part of a balance, to the nearest cent', () => {
  // 9.7531 ETH at $2,590. The balance in cents is rounded down.
  const balance = { amount: tokenAmount(97_531n * 10n ** 14n), usdCents: cents(2526052n) };
  expect(centsOf(ETH, balance)).toBe(259_000n);
  expect(centsOf(0n, balance)).toBe(0n);
});

it('returns undefined without a price or a balance', () => {
  expect(centsOf(ETH, { amount: tokenAmount(5n) })).toBeUndefined();
  expect(centsOf(ETH, { amount: tokenAmount(0n), usdCents: cents(0n) })).toBeUndefined();
});
