import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { feeCeiling, fillFee, referrerShare } from '../../../shared/orders/fees.ts';
import { requiredCollateral } from '../../../shared/orders/payoff.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import {
  budgetLeft,
  contractsForBudget,
  contractsForCollateral,
  contractsForSpend,
  floorContracts,
  isCancelled,
  premiumOf,
} from '../../../shared/orders/sizing.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';
import { anyContracts, anyPrice, anyTerms } from './arbitraries.ts';
import { realOrder } from './real-orders.ts';

const anyAmount = () => fc.bigInt({ min: 0n, max: 10n ** 24n }).map(tokenAmount);
const anyDecimals = () => fc.constantFrom(6, 8, 18);

describe('the figures of real orders for 10 dollars', () => {
  it.each([
    ['r12 LINEAR_CALL', 2_520_317n, 9_999_996n, 6_678_840_050n, 3_773_584n],
    ['r12 PUT btc', 123_680n, 9_999_956n, 9_770_720_000n, 126_582n],
    ['r12 RANGER', 33_245n, 9_999_755n, 33_245_000n, 10_000_000n],
    ['r12 CALL_SPREAD aBasUSDC', 27_433n, 9_999_827n, 27_433_000n, 10_000_000n],
  ])(
    'computes the contracts, the premium, the collateral and the most contracts that the budget allows for %s',
    (label, count, premium, collateral, budgetCount) => {
      const { order } = realOrder(label).entry;
      const { terms } = describeOrder(order);
      if (terms === undefined) return expect.unreachable();
      const spend = tokenAmount(10_000_000n);
      const bought = contractsForSpend({ spend, price: order.price, decimals: 6 });
      expect(bought).toBe(count);
      expect(premiumOf(order.price, bought)).toBe(premium);
      expect(requiredCollateral({ terms, contracts: bought })).toBe(collateral);
      const left = budgetLeft(order.maxCollateralUsable, 0n);
      expect(
        contractsForBudget({
          left,
          isMakerLong: order.isLong,
          price: order.price,
          terms,
          decimals: 6,
        }),
      ).toBe(budgetCount);
    },
  );
});

describe('sizing', () => {
  it('sizes a fill as large as the amount to spend allows', () => {
    fc.assert(
      fc.property(anyAmount(), anyPrice(), anyDecimals(), (spend, price, decimals) => {
        const count = contractsForSpend({ spend, price, decimals });
        expect(premiumOf(price, count)).toBeLessThanOrEqual(spend);
        const step = decimals > 6 ? 10n ** BigInt(decimals - 6) : 1n;
        expect((count + step) * price).toBeGreaterThan(spend * 100_000_000n);
      }),
    );
  });

  it('never sizes a fill above the remaining budget, whether the maker buys or sells', () => {
    fc.assert(
      fc.property(
        anyTerms(),
        anyAmount(),
        anyPrice(),
        fc.boolean(),
        anyDecimals(),
        (terms, left, price, isMakerLong, decimals) => {
          const count = contractsForBudget({ left, isMakerLong, price, terms, decimals });
          const used = isMakerLong
            ? premiumOf(price, count)
            : requiredCollateral({ terms, contracts: count });
          expect(used).toBeLessThanOrEqual(left);
        },
      ),
    );
  });

  it('allows a seller exactly as many contracts as the collateral covers', () => {
    fc.assert(
      fc.property(anyTerms(), anyAmount(), anyDecimals(), (terms, collateral, decimals) => {
        const count = contractsForCollateral({ collateral, terms, decimals });
        expect(requiredCollateral({ terms, contracts: count })).toBeLessThanOrEqual(collateral);
        const step = decimals > 6 ? 10n ** BigInt(decimals - 6) : 1n;
        const more = requiredCollateral({ terms, contracts: contracts(count + step) });
        expect(more).toBeGreaterThan(collateral);
      }),
    );
  });

  it('rounds a size down to a millionth of a contract, whatever the collateral’s decimals', () => {
    expect(floorContracts(1_234_567_890_123_456_789n, 18)).toBe(1_234_567_000_000_000_000n);
    expect(floorContracts(123_456_789n, 8)).toBe(123_456_700n);
    expect(floorContracts(123_456_789n, 6)).toBe(123_456_789n);
  });

  it('returns zero for a budget that is cancelled, used up or overdrawn', () => {
    const budget = tokenAmount(100n);
    expect(budgetLeft(budget, 2n ** 256n - 1n)).toBe(0n);
    expect(isCancelled(2n ** 256n - 1n)).toBe(true);
    expect(budgetLeft(budget, 100n)).toBe(0n);
    expect(budgetLeft(budget, 101n)).toBe(0n);
    expect(budgetLeft(budget, 99n)).toBe(1n);
  });

  it('rejects a price of zero instead of returning an unlimited size', () => {
    expect(() =>
      contractsForSpend({ spend: tokenAmount(1n), price: price8(0n), decimals: 6 }),
    ).toThrow(RangeError);
  });
});

describe('fees', () => {
  it('charges 6 basis points of the notional at the oracle price for dollar collateral', () => {
    const fee = fillFee({
      contracts: contracts(1_000_000n),
      premium: tokenAmount(100_000_000n),
      isQuoteCollateral: true,
      spot: price8(265_000_000_000n),
    });
    expect(fee).toBe(1_590_000n);
  });

  it('charges 6 basis points of the contracts for underlying collateral', () => {
    const fee = fillFee({
      contracts: contracts(10n ** 18n),
      premium: tokenAmount(10n ** 17n),
      isQuoteCollateral: false,
      spot: undefined,
    });
    expect(fee).toBe(600_000_000_000_000n);
  });

  it('charges at most an eighth of the premium, rounded down', () => {
    fc.assert(
      fc.property(anyContracts(), anyAmount(), anyPrice(), (count, premium, spot) => {
        const fee = fillFee({ contracts: count, premium, isQuoteCollateral: true, spot });
        if (fee === undefined) return expect.unreachable();
        expect(fee).toBeLessThanOrEqual(feeCeiling(premium));
        expect(fee * 8n).toBeLessThanOrEqual(premium);
        expect(fee * 10_000n * 100_000_000n).toBeLessThanOrEqual(count * 6n * spot);
      }),
    );
  });

  it('returns an undefined fee for dollar collateral when the oracle price is unknown', () => {
    const fee = fillFee({
      contracts: contracts(1n),
      premium: tokenAmount(1n),
      isQuoteCollateral: true,
      spot: undefined,
    });
    expect(fee).toBeUndefined();
  });

  it('computes a listed referrer’s share of a fee by basis points, rounded down', () => {
    expect(referrerShare(tokenAmount(9_999n), 5_000n)).toBe(4_999n);
    expect(referrerShare(tokenAmount(9_999n), 0n)).toBe(0n);
  });
});

describe('a quoted fill', () => {
  const { order } = realOrder('r12 CALL_SPREAD aBasUSDC').entry;
  const { terms } = describeOrder(order);
  if (terms === undefined) throw new Error('the vector has terms');
  const base = { order, terms, decimals: 6, spot: price8(8_000_000_000_000n) };
  const count = contracts(27_433n);

  it('charges a buyer exactly the premium, including the fee', () => {
    const quote = quoteFill({ ...base, contracts: count });
    expect(quote).toMatchObject({
      side: 'buy',
      premium: 9_999_827n,
      pays: 9_999_827n,
      receives: 0n,
      allowance: 9_999_827n,
      fee: 1_249_978n,
      isFeeExact: true,
      maxPayoff: 27_433_000n,
    });
    expect(quote.curve.maxProfit).toBe(27_433_000n - 9_999_827n);
    expect(quote.curve.maxLoss).toBe(9_999_827n);
  });

  it('pays a seller the premium less the fee, and requires an allowance of the full collateral plus one unit', () => {
    const quote = quoteFill({ ...base, order: { ...order, isLong: true }, contracts: count });
    expect(quote).toMatchObject({
      side: 'sell',
      receives: 9_999_827n - 1_249_978n,
      collateral: 27_433_000n,
      allowance: 27_433_001n,
      pays: 27_433_000n - (9_999_827n - 1_249_978n),
    });
    expect(quote.curve.maxLoss).toBe(quote.pays);
  });

  it('uses the highest possible fee when the oracle price is unknown, and marks the fee as inexact', () => {
    const quote = quoteFill({ ...base, spot: undefined, contracts: count });
    expect(quote).toMatchObject({ fee: 1_249_978n, isFeeExact: false });
  });

  it('the two sides exchange everything except the fee', () => {
    fc.assert(
      fc.property(anyTerms(), anyContracts(), anyPrice(), anyPrice(), (of, size, price, spot) => {
        const input = { terms: of, contracts: size, decimals: 6, spot };
        const bought = quoteFill({ ...input, order: { price, isLong: false } });
        const sold = quoteFill({ ...input, order: { price, isLong: true } });
        expect(bought.pays - sold.receives).toBe(bought.fee);
        expect(bought.curve.maxProfit + bought.curve.maxLoss).toBe(bought.maxPayoff);
        const { isPayoffConfirmed } = of.product;
        const risk = isPayoffConfirmed ? sold.maxPayoff : sold.collateral;
        expect(sold.curve.maxProfit + sold.curve.maxLoss).toBe(risk);
      }),
    );
  });
});
