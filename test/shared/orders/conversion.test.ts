import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Conversion,
  obtainable,
  planConversion,
  type ReserveState,
  wentBack,
} from '../../../shared/orders/conversion.ts';
import { tokenAmount, wei } from '../../../shared/units.ts';

const OPEN = {
  canSupply: true,
  canWithdraw: true,
  room: undefined,
  liquidity: tokenAmount(10n ** 30n),
} as const;
const holding = (ether: bigint, asset: bigint, receipt: bigint) => ({
  ether: wei(ether),
  asset: tokenAmount(asset),
  receipt: tokenAmount(receipt),
});
const plan = (
  wanted: 'asset' | 'receipt',
  need: bigint,
  have: ReturnType<typeof holding>,
  reserve: ReserveState = OPEN,
) => planConversion({ wanted, have, reserve }, tokenAmount(need));
const steps = (...list: [kind: 'wrap' | 'supply' | 'withdraw', amount: bigint][]) => ({
  kind: 'steps',
  steps: list.map(([kind, amount]) => ({ kind, amount })),
});

describe('the conversion of money to the form that an order requires', () => {
  it('doesn’t plan a conversion when the account already holds enough in the required form', () => {
    expect(plan('receipt', 100n, holding(0n, 0n, 100n))).toEqual(steps());
    expect(plan('asset', 100n, holding(0n, 100n, 0n))).toEqual(steps());
  });

  it('supplies the missing amount plus two units for the pool’s rounding', () => {
    expect(plan('receipt', 100n, holding(0n, 72n, 30n))).toEqual(steps(['supply', 72n]));
  });

  it('wraps ether before it supplies', () => {
    expect(plan('receipt', 100n, holding(90n, 20n, 0n))).toEqual(
      steps(['wrap', 82n], ['supply', 102n]),
    );
  });

  it('wraps ether before it withdraws receipts', () => {
    expect(plan('asset', 100n, holding(60n, 20n, 50n))).toEqual(
      steps(['wrap', 60n], ['withdraw', 20n]),
    );
  });

  it('returns how much the account lacks in all forms together', () => {
    expect(plan('receipt', 100n, holding(10n, 20n, 30n))).toEqual({ kind: 'short', missing: 42n });
    expect(plan('asset', 100n, holding(10n, 20n, 30n))).toEqual({ kind: 'short', missing: 40n });
  });

  it.each<[string, 'asset' | 'receipt', Partial<typeof OPEN> | object, Conversion]>([
    [
      'doesn’t accept supplies',
      'receipt',
      { canSupply: false },
      { kind: 'pool', obstacle: 'closed' },
    ],
    ['is full', 'receipt', { room: 101n }, { kind: 'pool', obstacle: 'full' }],
    [
      'doesn’t allow withdrawals',
      'asset',
      { canWithdraw: false },
      { kind: 'pool', obstacle: 'closed' },
    ],
    ['is lent out', 'asset', { liquidity: 99n }, { kind: 'pool', obstacle: 'lentOut' }],
  ])('names the obstacle when the pool %s', (_, wanted, state, obstacle) => {
    const have = wanted === 'receipt' ? holding(0n, 200n, 0n) : holding(0n, 0n, 200n);
    expect(plan(wanted, 100n, have, { ...OPEN, ...state })).toEqual(obstacle);
  });

  it('ignores the pool’s state when the conversion doesn’t need the pool', () => {
    const shut = { canSupply: false, canWithdraw: false, room: tokenAmount(0n) };
    expect(plan('asset', 100n, holding(100n, 0n, 0n), { ...OPEN, ...shut })).toEqual(
      steps(['wrap', 100n]),
    );
  });

  it('never uses more of a form than the account has, and always reaches the required amount', () => {
    const amount = fc.bigInt(0n, 1_000n);
    fc.assert(
      fc.property(
        fc.constantFrom('asset' as const, 'receipt' as const),
        fc.bigInt(1n, 2_000n),
        amount,
        amount,
        amount,
        (wanted, need, ether, asset, receipt) => {
          const found = plan(wanted, need, holding(ether, asset, receipt));
          const reserve = wanted === 'receipt' && receipt < need ? 2n : 0n;
          if (found.kind !== 'steps') {
            expect(ether + asset + receipt < need + reserve).toBe(true);
            return;
          }
          let [e, a, r] = [ether, asset, receipt];
          for (const { kind, amount } of found.steps) {
            if (kind === 'wrap') [e, a] = [e - amount, a + amount];
            if (kind === 'supply') [a, r] = [a - amount, r + amount - 2n];
            if (kind === 'withdraw') [a, r] = [a + amount, r - amount];
            expect([e, a, r].every((left) => left >= 0n)).toBe(true);
          }
          expect((wanted === 'asset' ? a : r) >= need).toBe(true);
        },
      ),
    );
  });

  it('reports exactly the highest convertible amount as obtainable', () => {
    const amount = fc.bigInt(0n, 1_000n);
    fc.assert(
      fc.property(
        fc.constantFrom('asset' as const, 'receipt' as const),
        fc.record({ ether: amount, asset: amount, receipt: amount }),
        fc.record({
          canSupply: fc.boolean(),
          canWithdraw: fc.boolean(),
          room: fc.option(amount, { nil: undefined }),
          liquidity: amount,
        }),
        (wanted, { ether, asset, receipt }, { room, liquidity, ...state }) => {
          const funds = {
            wanted,
            have: holding(ether, asset, receipt),
            reserve: {
              ...state,
              room: room === undefined ? undefined : tokenAmount(room),
              liquidity: tokenAmount(liquidity),
            },
          };
          const most = obtainable(funds);
          expect(planConversion(funds, most).kind).toBe('steps');
          expect(planConversion(funds, tokenAmount(most + 1n)).kind).not.toBe('steps');
        },
      ),
    );
  });
});

describe('a conversion back', () => {
  it('counts a conversion back as complete only when nothing more than interest is left', () => {
    const amount = 2_431_000006n;
    expect([0n, 251n].map((held) => wentBack(amount, held))).toEqual([true, true]);
    expect([amount, amount - 1n, amount / 10n].some((held) => wentBack(amount, held))).toBe(false);
  });
});
