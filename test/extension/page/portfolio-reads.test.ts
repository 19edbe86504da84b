import { describe, expect, it } from 'vitest';
import { amountsOf, pauseAfter } from '../../../components/hooks/use-portfolio-reads.ts';
import type { PortfolioView } from '../../../shared/messages/portfolio.ts';
import { cents, tokenAmount } from '../../../shared/units.ts';

const PORTFOLIO: PortfolioView = {
  account: '0xaa',
  balances: [
    {
      chainId: 8453,
      network: 'Base',
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      amount: tokenAmount(5n),
      usdCents: cents(1n),
    },
  ],
  at: 1,
  block: '7',
};

describe('the pauses between reads of the balances', () => {
  it('doubles the pause from 15 seconds to a minute while nothing changes', () => {
    expect([0, 1, 2, 3, 4, 50].map(pauseAfter)).toEqual([
      15_000, 15_000, 30_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('detects a change of an amount or of the account, but ignores a new price, block or time', () => {
    const [ether] = PORTFOLIO.balances;
    if (ether === undefined) throw new Error('the portfolio has a balance');
    const later = {
      ...PORTFOLIO,
      at: 2,
      block: '8',
      balances: [{ ...ether, usdCents: cents(2n) }],
    };
    expect(amountsOf(later)).toBe(amountsOf(PORTFOLIO));
    const changed = { ...PORTFOLIO, balances: [{ ...ether, amount: tokenAmount(6n) }] };
    expect(amountsOf(changed)).not.toBe(amountsOf(PORTFOLIO));
    expect(amountsOf({ ...PORTFOLIO, account: '0xbb' })).not.toBe(amountsOf(PORTFOLIO));
  });
});
