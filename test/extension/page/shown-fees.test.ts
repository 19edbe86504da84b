import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverAll } from '../../../components/approvals/shown-fees.ts';
import type { FeePreset } from '../../../shared/approvals/types.ts';
import type { FeeOption } from '../../../shared/messages/approval-view.ts';

const hex = (value: bigint) => `0x${value.toString(16)}`;

/** Creates a fee option. Prices are in wei per gas. The gas limit is 120 % of the used gas. */
function option(fee: {
  preset?: FeePreset;
  price: bigint;
  least: bigint;
  used?: bigint;
  calls?: number;
  dataFee?: bigint;
  leastDataFee?: bigint;
}): FeeOption {
  const {
    preset = 'normal',
    price,
    least,
    used = 100_000n,
    calls = 1,
    dataFee = 0n,
    leastDataFee = 0n,
  } = fee;
  return {
    preset,
    total: '0',
    least: hex(least),
    leastDataFee: hex(leastDataFee),
    choice: {
      gas: Array.from({ length: calls }, () => hex((used * 120n) / 100n)),
      maxFeePerGas: hex(price),
      maxPriorityFeePerGas: '0x0',
      dataFee: hex(dataFee),
      isLegacy: false,
    },
  };
}

const price = fc.bigInt(1n, 10n ** 15n);

describe('fees that were shown', () => {
  it('keeps the shown gas price until the next block requires one wei more', () => {
    fc.assert(
      fc.property(price, price, (shown, least) => {
        const before = option({ price: shown, least: 1n });
        const now = option({ price: least * 2n, least });
        expect(coverAll([before], [now])).toBe(least <= shown);
      }),
    );
  });

  it('keeps the shown gas limits until the calls use more gas than these limits', () => {
    fc.assert(
      fc.property(fc.bigInt(21_000n, 10n ** 7n), fc.bigInt(21_000n, 10n ** 7n), (used, later) => {
        const before = option({ price: 10n, least: 5n, used });
        const now = option({ price: 10n, least: 5n, used: later });
        // Gas limits are rounded down, so a difference of one unit of gas is allowed.
        const limit = (used * 120n) / 100n;
        if (later + 1n <= limit) expect(coverAll([before], [now])).toBe(true);
        if (later > limit + 1n) expect(coverAll([before], [now])).toBe(false);
      }),
    );
  });

  it('keeps the shown data fee until posting the data costs one wei more', () => {
    fc.assert(
      fc.property(price, price, (dataFee, leastDataFee) => {
        const before = option({ price: 10n, least: 5n, dataFee });
        const now = option({ price: 10n, least: 5n, dataFee: leastDataFee * 2n, leastDataFee });
        expect(coverAll([before], [now])).toBe(leastDataFee <= dataFee);
      }),
    );
    const before = option({ price: 10n, least: 5n, dataFee: 7n });
    expect(coverAll([before], [option({ price: 10n, least: 5n, leastDataFee: 8n })])).toBe(false);
  });

  it('requires every shown fee to cover the current costs, even a fee that is no longer offered', () => {
    const slow = option({ preset: 'slow', price: 8n, least: 5n });
    const normal = option({ price: 10n, least: 5n });
    const now = (least: bigint) => [option({ price: 20n, least })];
    expect(coverAll([slow, normal], now(8n))).toBe(true);
    expect(coverAll([slow, normal], now(9n))).toBe(false);
    expect(coverAll([slow, normal], [])).toBe(false);
  });

  it('replaces the shown fees when the number of calls changes', () => {
    const before = option({ price: 10n, least: 5n });
    expect(coverAll([before], [option({ price: 10n, least: 5n, calls: 2 })])).toBe(false);
  });
});
