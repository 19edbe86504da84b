import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCollateral } from '../../../shared/positions/split.ts';

const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 24n });

describe('the collateral of a split', () => {
  it('moves the smallest amount of collateral that covers the chosen contracts', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, (contracts, collateral, count) => {
        const part = splitCollateral({ contracts, collateral }, count);
        if (part === undefined) return;
        // The option moves contracts in proportion to the collateral, rounded down.
        expect((contracts * part) / collateral).toBeGreaterThanOrEqual(count);
        expect((contracts * (part - 1n)) / collateral).toBeLessThan(count);
        expect(part).toBeLessThan(collateral);
      }),
    );
  });

  it('returns undefined when either option would be empty', () => {
    const option = { contracts: 2_000_000n, collateral: 5_000_000000n };
    expect(splitCollateral(option, 0n)).toBeUndefined();
    expect(splitCollateral(option, 2_000_000n)).toBeUndefined();
    expect(splitCollateral(option, 500_000n)).toBe(1_250_000000n);
    expect(splitCollateral({ contracts: 10n, collateral: 1n }, 5n)).toBeUndefined();
  });
});
