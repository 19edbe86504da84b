import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planConversion } from '../../../shared/orders/conversion.ts';
import { sumOfFill } from '../../../shared/orders/fill-sum.ts';
import { tokenAmount, wei } from '../../../shared/units.ts';

describe('the sum of a fill', () => {
  it('the sum of a fill contains the amount that leaves each form and the amount that remains in the required form', () => {
    const steps = [
      { kind: 'wrap', amount: 300n },
      { kind: 'allow pool', amount: 502n },
      { kind: 'supply', amount: 502n },
      { kind: 'allow book', amount: 600n },
    ] as const;
    const change = { ether: -300n, asset: -202n, receipt: 12n };
    expect(sumOfFill(steps, { wanted: 'receipt', pays: 490n })).toEqual(change);
    const back = [{ kind: 'withdraw', amount: 40n }] as const;
    const spent = { ether: 0n, asset: -10n, receipt: -40n };
    expect(sumOfFill(back, { wanted: 'asset', pays: 50n })).toEqual(spent);
  });

  it('takes from each form at most what the account has, and takes exactly the cost of the fill in total', () => {
    const amount = fc.bigInt(0n, 1_000n);
    const forms = fc.record({ ether: amount, asset: amount, receipt: amount });
    const wanted = fc.constantFrom('asset' as const, 'receipt' as const);
    fc.assert(
      fc.property(wanted, forms, amount, (form, { ether, asset, receipt }, pays) => {
        const most = tokenAmount(10_000n);
        const plan = planConversion(
          {
            wanted: form,
            have: { ether: wei(ether), asset: tokenAmount(asset), receipt: tokenAmount(receipt) },
            reserve: { canSupply: true, canWithdraw: true, room: most, liquidity: most },
          },
          tokenAmount(pays),
        );
        if (plan.kind !== 'steps') return;
        const change = sumOfFill(plan.steps, { wanted: form, pays });
        expect(change.ether + change.asset + change.receipt).toBe(-pays);
        expect(change.ether >= -ether && change.asset >= -asset).toBe(true);
        expect(change.receipt >= -receipt).toBe(true);
      }),
    );
  });
});
