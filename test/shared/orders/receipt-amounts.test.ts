import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balanceOfScaled,
  scaledLoss,
  scaledSupply,
  supplyFor,
} from '../../../shared/orders/receipt-amounts.ts';
import { tokenAmount } from '../../../shared/units.ts';
import vectors from '../../vectors/receipt-rounding.json' with { type: 'json' };

const RAY = 10n ** 27n;
const index = fc.bigInt(RAY, 2n * RAY - 1n);
const amount = fc.bigInt(1n, 10n ** 27n).map(tokenAmount);

describe('receipts of the lending pool', () => {
  it.each(vectors.rows)(
    'rounds a supply of $supply at the index $index in the same way as the pool',
    (row) => {
      const at = BigInt(row.index);
      const scaled = scaledSupply(tokenAmount(BigInt(row.supply)), at);
      expect(scaled).toBe(BigInt(row.scaledMinted));
      expect(balanceOfScaled(scaled, at)).toBe(BigInt(row.balance));
      const moved = scaledLoss(tokenAmount(BigInt(row.transfer)), at);
      expect(moved).toBe(BigInt(row.scaledTransferred));
      expect(balanceOfScaled(moved, at)).toBe(BigInt(row.received));
      expect(balanceOfScaled(scaled - moved, at)).toBe(BigInt(row.senderAfter));
    },
  );

  it('a supply covers at least the missing amount, whatever the account held and however the index grows', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 27n),
        amount,
        index,
        index,
        (scaledBefore, missing, one, other) => {
          const [quoted, mined] = one < other ? [one, other] : [other, one];
          const need = balanceOfScaled(scaledBefore, quoted) + missing;
          const scaled = scaledBefore + scaledSupply(supplyFor(missing), mined);
          expect(balanceOfScaled(scaled, mined) >= need).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('a transfer of the whole displayed balance never takes more receipts than the account has', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 27n), index, (scaled, at) => {
        expect(scaledLoss(balanceOfScaled(scaled, at), at) <= scaled).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
