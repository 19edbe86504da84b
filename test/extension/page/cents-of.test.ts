import { expect, it } from 'vitest';
import { centsOf } from '../../../components/screens/wallet/send/cents-of.ts';

const ETH = 10n ** 18n;

it("returns an amount's share of the balance's value, to the nearest cent", () => {
  // 9.7531 ETH at $2,590, with the cents of the balance cut off.
  const balance = { amount: (97_531n * 10n ** 14n).toString(), usdCents: '2526052' };
  expect(centsOf(ETH, balance)).toBe(259_000n);
  expect(centsOf(0n, balance)).toBe(0n);
});

it('returns undefined without a price or a balance', () => {
  expect(centsOf(ETH, { amount: '5' })).toBeUndefined();
  expect(centsOf(ETH, { amount: '0', usdCents: '0' })).toBeUndefined();
});
