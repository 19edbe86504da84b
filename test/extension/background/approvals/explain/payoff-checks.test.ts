import { describe, expect, it } from 'vitest';
import { valueFindings } from '../../../../../entrypoints/background/approvals/explain/fill-dangers.ts';
import {
  fillRows,
  highlightsOf,
} from '../../../../../entrypoints/background/approvals/explain/fill-rows.ts';
import { payoffChecks } from '../../../../../entrypoints/background/approvals/explain/payoff-checks.ts';
import type { ProductName } from '../../../../../shared/chain/implementations.ts';
import { describeOrder } from '../../../../../shared/orders/describe.ts';
import { quoteFill } from '../../../../../shared/orders/quote.ts';
import { termsOf } from '../../../../../shared/orders/terms.ts';
import { contracts, price8 } from '../../../../../shared/units.ts';
import { realOrder } from '../../../../shared/orders/real-orders.ts';

function terms(name: ProductName, ...strikes: readonly bigint[]) {
  return (
    termsOf(
      name,
      strikes.map((strike) => price8(strike * 10n ** 8n)),
    ) ?? expect.unreachable()
  );
}
const RANGER = terms('RANGER', 1_000n, 1_100n, 1_300n, 1_400n);
const PUT = terms('PUT', 1_000n);
const PHYSICAL = terms('PHYSICAL_PUT', 1_000n);

describe('the payoff check of a fill’s approval', () => {
  it('warns that a ranger’s payoff is unread when the ranger’s contract couldn’t be called', () => {
    expect(payoffChecks('unknown', RANGER)).toMatchObject([
      { status: 'warned', code: 'payoff.unread' },
    ]);
  });

  it('passes the check when a ranger’s contract pays what the chart shows, and warns when the contract pays a different amount', () => {
    expect(payoffChecks('agrees', RANGER)).toMatchObject([
      { status: 'passed', code: 'payoff.agrees' },
    ]);
    expect(payoffChecks('differs', RANGER)).toMatchObject([
      { status: 'warned', code: 'payoff.differs' },
    ]);
  });

  it('doesn’t add a payoff check for a put whose contract wasn’t read, or for a physical option', () => {
    expect(payoffChecks('unknown', PUT)).toEqual([]);
    expect(payoffChecks('unknown', PHYSICAL)).toEqual([]);
  });
});

describe('a fill whose option contract computes a different payoff', () => {
  const { entry } = realOrder('r12 CALL_FLY');
  const description = describeOrder(entry.order);
  const order = { ...entry.order, numContracts: contracts(1_000_000n) };
  const { collateral, terms: known } = description;
  if (collateral === undefined || known === undefined) throw new Error('the vector is known');
  const { decimals, symbol } = collateral;
  const quote = quoteFill({
    order,
    terms: known,
    contracts: order.numContracts,
    decimals,
    spot: undefined,
  });
  const fill = { order, description, quote, symbol, decimals };

  it('returns one danger and no value check for a fill whose contract computes a different payoff', () => {
    expect(valueFindings(fill, true, { now: order.orderExpiryTimestamp, spot: undefined })).toEqual(
      { checks: [], dangers: [{ code: 'payoff.differs' }] },
    );
  });

  it('shows the maximum loss of a contract with a different payoff, but no profit, break-even or maximum payout', () => {
    const labels = highlightsOf(fill, true).map(({ label }) => label);
    expect(labels).toEqual(['maxLoss', 'optionExpires']);
    const rows = fillRows({
      order,
      description,
      fill,
      referrer: '0x0000000000000000000000000000000000000000',
      hasOtherPayoff: true,
    });
    expect(rows.map(({ label }) => label)).not.toContain('maxPayout');
  });
});

describe('a fill whose order takes receipts of the lending pool', () => {
  const { order } = realOrder('r12 CALL_SPREAD aBasUSDC').entry;
  const description = describeOrder(order);
  const { collateral, terms: known } = description;
  if (collateral === undefined || known === undefined) throw new Error('the vector is known');
  const { decimals, symbol } = collateral;
  const symbols = (isLong: boolean) => {
    const filled = { ...order, isLong, numContracts: contracts(1_000_000n) };
    const input = { order: filled, terms: known, contracts: filled.numContracts, decimals };
    const quote = quoteFill({ ...input, spot: undefined });
    const fill = { order: filled, description, quote, symbol, decimals };
    const rows = [
      ...highlightsOf(fill, false),
      ...fillRows({
        order: filled,
        description,
        fill,
        referrer: order.maker,
        hasOtherPayoff: false,
      }),
    ];
    return Object.fromEntries(
      rows.flatMap(({ label, value }) =>
        value.kind === 'amount' ? [[label, value.amount.token.symbol]] : [],
      ),
    );
  };

  it('shows premium, fee and profit in the underlying asset, and the collateral in the pool’s receipts', () => {
    expect(symbols(false)).toEqual({
      ...{ maxLoss: 'USDC', maxProfit: 'USDC', maxPayout: 'USDC' },
      ...{ premium: 'USDC', feeAtMost: 'USDC' },
    });
    expect(symbols(true)).toMatchObject({ premium: 'USDC', collateral: 'aBasUSDC' });
  });
});
