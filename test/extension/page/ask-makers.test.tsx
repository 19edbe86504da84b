import { describe, expect, it } from 'vitest';
import { AskMakers } from '../../../components/screens/trade/quotations/AskMakers.tsx';
import { price8, tokenAmount } from '../../../shared/units.ts';
import { ACCOUNT } from '../../gallery/samples/snapshot.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage } from '../helpers/open-page.tsx';

const row = {
  ...deskPosition('PUT', [2_800]),
  model: { value: tokenAmount(70000000n) },
  mark: tokenAmount(80000000n),
  volatilityMakers: 3,
};

describe('the form that asks makers, while amounts are hidden', () => {
  it('hides the value of the contracts, but not the labels of the form, while amounts are hidden', () => {
    const html = onPage(
      <AskMakers
        row={row}
        account="0x1"
        isClosed={false}
        onPart={undefined}
        onRead={() => undefined}
      />,
      { areAmountsHidden: true },
    );
    expect(html).toContain('At least after the fee');
    expect(html).toContain('contracts at •••');
  });
});

describe('the suggested limit for closing a position', () => {
  const shown = (volatilityMakers: number) =>
    onPage(
      <AskMakers
        row={{ ...row, volatilityMakers }}
        account="0x1"
        isClosed={false}
        onPart={undefined}
        onRead={() => undefined}
      />,
    );

  it('suggests a limit equal to the amount that a sale would bring now when three makers have quotes', () => {
    const html = shown(3);
    expect(html).toContain('value="70"');
    // The limit gives up 10 of the mark of 80.
    expect(html).toContain('gives away up to 12.5% of the mark');
  });

  it('suggests no limit with fewer than three makers’ quotes, and gives the reason', () => {
    const html = shown(2);
    expect(html).not.toContain('value="70"');
    expect(html).toContain('Fewer than three makers have orders for this expiry');
    expect(html).toContain('at 80.00 USDC');
  });
});

describe('a limit far from the mark', () => {
  const LIMIT = 'At least after the fee, in total (USDC)';
  const open = () =>
    openPage(
      <AskMakers
        row={{ ...row, spot: { price: price8(300000000000n), source: 'chain' } }}
        account={ACCOUNT}
        isClosed={false}
        onPart={undefined}
        onRead={() => undefined}
      />,
      {
        answers: { 'quotations.tryClose': null, 'quotations.requestClose': { hash: '0x' } },
      },
    );

  it('requires the user’s consent to a limit more than 15 % off the mark, and again for a different limit', async () => {
    const page = await open();
    await page.type(LIMIT, '68');
    expect(page.words()).toContain('this limit gives away up to 15% of the mark');
    await page.type(LIMIT, '67.99');
    expect(page.isDisabled('Ask makers')).toBe(true);
    await page.tick('I accept up to 15.02% less than the mark, with the fee.');
    expect(page.isDisabled('Ask makers')).toBe(false);
    await page.type(LIMIT, '60');
    expect(page.isDisabled('Ask makers')).toBe(true);
  });

  it('adds the fee to the amount that the seller types, and sends the sum as the limit', async () => {
    const page = await open();
    await page.type(LIMIT, '70');
    await page.click('Ask makers');
    // The fee is 0.06 % of 3,000 dollars: 1.80.
    expect(page.askedFor('quotations.requestClose')).toMatchObject([{ limit: 71_800000n }]);
  });
});
