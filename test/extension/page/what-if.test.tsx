import { describe, expect, it } from 'vitest';
import { Portfolio } from '../../../components/screens/desk/Portfolio.tsx';
import { timeSteps } from '../../../shared/desk/time-steps.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, tokenAmount, toPrice8, usd8 } from '../../../shared/units.ts';
import { ACCOUNT } from '../../gallery/samples/snapshot.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { deskRow, SPOT } from '../../shared/desk/desk-rows.ts';
import { openPage } from '../helpers/open-page.tsx';
import { factsOf } from '../helpers/read-markup.ts';

const NOTHING = () => undefined;
const OWNER: AccountView = {
  ...{ address: ACCOUNT, name: 'Savings', ownName: 'Savings' },
  ...{ walletId: 'seed', kind: 'seed' },
};
const SOON = Math.floor(Date.now() / 1000) + 50 * 3_600;
const PRICED = { price: toPrice8(SPOT), source: 'chain' } as const;

async function portfolio(
  rows: readonly PositionRow[],
  tried: Parameters<typeof Portfolio>[0]['tried'] = [],
) {
  return openPage(
    <Portfolio
      accounts={[OWNER]}
      tried={tried}
      onRemoveTried={NOTHING}
      onChain={NOTHING}
      left={undefined}
      onManage={NOTHING}
    />,
    { answers: { 'positions.list': { rows }, 'positions.verify': [] } },
  );
}

/**
 * Returns the value of the first fact with this name. Explanations later on the page have the same
 * names.
 */
const fact = (html: string, name: string) => factsOf(html).find(([known]) => known === name)?.[1];

describe('a quote that is tried in the portfolio', () => {
  it('the portfolio includes a tried quote at the size of the quote’s ticket', async () => {
    const row = deskRow('PUT', [2800], { usd: 42, expiry: SOON });
    const spot = { price: SPOT, source: 'chain' } as const;
    const page = await portfolio([], [{ row, spot, contracts: contracts(2_500_000n) }]);
    await page.shows('With 2.5 contracts: Buy Put 2,800');
    // The loss is 2.5 times 42 dollars.
    expect(fact(page.html(), 'Max loss')).toBe('$105.00');
  });

  it('the portfolio includes each leg of a tried trade at the leg’s own size', async () => {
    const spot = { price: SPOT, source: 'chain' } as const;
    const bought = deskRow('PUT', [2800], { usd: 42, expiry: SOON });
    const second = deskRow('PUT', [2600], { usd: 20, expiry: SOON });
    const page = await portfolio(
      [],
      [
        { row: bought, spot, contracts: contracts(2_000_000n) },
        { row: second, spot, contracts: contracts(500_000n) },
      ],
    );
    await page.shows('With 2 contracts: Buy Put 2,800');
    await page.shows('With 0.5 contracts: Buy Put 2,600');
    // The loss is twice 42 and half of 20 dollars.
    expect(fact(page.html(), 'Max loss')).toBe('$94.00');
  });
});

describe('the assumed market', () => {
  it('steps the assumed time by hours if the last option ends within three days, otherwise by days', () => {
    expect(timeSteps(50 * 3_600, 0)).toEqual({ hours: 1, count: 50 });
    expect(timeSteps(1, 0)).toEqual({ hours: 1, count: 1 });
    expect(timeSteps(73 * 3_600, 0)).toEqual({ hours: 24, count: 4 });
  });

  it('marks both the present price and the assumed price in the chart', async () => {
    const page = await portfolio([
      deskPosition('PUT', [2800], { expiry: SOON, spot: PRICED, halfSpread: 0.05 }),
    ]);
    await page.shows('now $3,000');
    expect(page.words()).not.toContain('what if');
    await page.type('Price 0% · $3,000', '15');
    expect(page.words()).toContain('now $3,000');
    expect(page.words()).toContain('what if $3,450');
  });
});

describe('the portfolio in today’s market', () => {
  it('shows the modelled value and the modelled unrealised profit of a position', async () => {
    const page = await portfolio([
      deskPosition('PUT', [2800], {
        ...{ expiry: SOON, spot: PRICED, halfSpread: 0.05 },
        model: {
          value: tokenAmount(7000000n),
          profit: tokenAmount(-93000000n),
          valueUsd: usd8(700000000n),
          profitUsd: usd8(-9300000000n),
        },
      }),
    ]);
    await page.shows('now $3,000');
    expect(fact(page.html(), 'Value')).toBe('+$7.00');
    expect(fact(page.html(), 'Unrealised profit')).toBe('−$93.00');
  });
});
