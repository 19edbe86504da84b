import { expect, it } from 'vitest';
import { gasCostOf } from '../../../entrypoints/background/chain/gas-cost.ts';

const HUGE = `0x${'f'.repeat(64)}`;
const costOf = (receipt: unknown) => gasCostOf({ request: async () => receipt }, '0x1');

it("adds the data fee of a rollup to a transaction's gas cost", async () => {
  expect(await costOf({ gasUsed: '0x5', effectiveGasPrice: '0x3' })).toBe(15n);
  expect(await costOf({ gasUsed: '0x5', effectiveGasPrice: '0x3', l1Fee: '0x2' })).toBe(17n);
});

it.each([
  { gasUsed: HUGE, effectiveGasPrice: HUGE },
  { gasUsed: '0x5', effectiveGasPrice: '0x3', l1Fee: HUGE },
  { gasUsed: '0x5' },
  null,
])('returns no cost for an impossible, incomplete or missing receipt: %j', async (receipt) => {
  expect(await costOf(receipt)).toBeUndefined();
});
