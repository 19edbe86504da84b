import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { tokenAmount, usd8 } from '../../../shared/units.ts';
import { anyRow } from './rows-arbitrary.ts';

const many = fc.array(anyRow, { maxLength: 12 });

describe('the sums of positions', () => {
  it('sums up rows token by token', () => {
    fc.assert(
      fc.property(many, (rows) => {
        const totals = totalsOf(rows);
        for (const { token, paid, received, value, profit } of totals.tokens) {
          let [bought, sold, worth, gain, known] = [0n, 0n, 0n, 0n, 0];
          for (const row of rows) {
            if (row.token.address !== token.address) continue;
            if (row.side === 'buyer') bought += BigInt(row.premium);
            else sold += BigInt(row.premium) - BigInt(row.fee);
            if (row.worth === undefined) continue;
            known += 1;
            worth += BigInt(row.worth.value);
            gain += BigInt(row.worth.profit ?? 'none');
          }
          expect([paid, received]).toEqual([bought, sold]);
          expect([value, profit]).toEqual(known === 0 ? [undefined, undefined] : [worth, gain]);
        }
        expect(totals.count).toBe(rows.length);
      }),
    );
  });

  it('counts a received position of unknown cost, and excludes that position from premium and profit', () => {
    fc.assert(
      fc.property(many, anyRow, (rows, other) => {
        const { token } = other;
        const received = {
          ...other,
          isReceived: true,
          worth: { value: tokenAmount(7n), valueUsd: usd8(700n), stakeUsd: usd8(0n) },
        };
        const of = (all: readonly PositionRow[]) => {
          const totals = totalsOf(all);
          const tokens = totals.tokens.find((one) => one.token.address === token.address);
          return { ...totals, ...tokens };
        };
        const [before, after] = [of(rows), of([...rows, received])];
        expect(after.unknownCost).toBe(1);
        expect(after.profitUsd).toBe(before.profitUsd);
        expect(after.valueUsd).toBe((before.valueUsd ?? 0n) + 700n);
        expect(after.paid).toBe(before.paid ?? 0n);
        expect(after.received).toBe(before.received ?? 0n);
        const known = of([...rows, { ...received, enteredCost: tokenAmount(5n) }]);
        expect(known.unknownCost).toBe(0);
        expect(of([received]).isCostKnown).toBe(false);
        expect(known.isCostKnown).toBe(true);
        const side = other.side === 'buyer' ? 'paid' : 'received';
        expect(known[side]).toBe((before[side] ?? 0n) + 5n);
      }),
    );
  });

  it('excludes and counts positions that contradict the chain', () => {
    fc.assert(
      fc.property(many, many, (rows, lies) => {
        const told = lies.map((row) => ({ ...row, verification: 'disagrees' as const }));
        expect(totalsOf([...told, ...rows])).toEqual({
          ...totalsOf(rows),
          disagreeing: lies.length,
        });
      }),
    );
  });

  it('counts positions that weren’t compared with the chain', () => {
    fc.assert(
      fc.property(many, many, (rows, told) => {
        const checked = rows.map((row) => ({ ...row, verification: 'verified' as const }));
        const open = told.map((row) => ({ ...row, verification: 'notChecked' as const }));
        expect(totalsOf([...checked, ...open]).unchecked).toBe(told.length);
      }),
    );
  });

  it('excludes and counts positions with unknown values, and doesn’t return a total when no value is known', () => {
    fc.assert(
      fc.property(many, (rows) => {
        const { unknown, unknownUsd, valueUsd, profitUsd, profitBps } = totalsOf(rows);
        const known = rows.filter(({ worth }) => worth?.profitUsd !== undefined);
        expect(unknown).toBe(rows.filter(({ worth }) => worth === undefined).length);
        expect(unknownUsd).toBe(rows.length - known.length);
        expect(valueUsd === undefined).toBe(known.length === 0);
        const gain = known.reduce((sum, { worth }) => sum + BigInt(worth?.profitUsd ?? 0), 0n);
        const stake = known.reduce((sum, { worth }) => sum + BigInt(worth?.stakeUsd ?? 0), 0n);
        expect(profitUsd).toBe(known.length === 0 ? undefined : gain);
        if (stake === 0n) expect(profitBps).toBeUndefined();
        else {
          // The result is rounded down: the next basis point would be too much.
          const bps = profitBps ?? 0n;
          expect(bps * stake <= gain * 10_000n).toBe(true);
          expect((bps + 1n) * stake > gain * 10_000n).toBe(true);
        }
      }),
    );
  });
});
