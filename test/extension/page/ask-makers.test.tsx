import { describe, expect, it } from 'vitest';
import { AskMakers } from '../../../components/screens/trade/quotations/AskMakers.tsx';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';

const row = { ...deskPosition('PUT', [2_800]), model: { value: '70000000' }, volatilityMakers: 3 };

describe('the form that asks makers, while amounts are hidden', () => {
  it('hides the position’s value, and keeps what is general', () => {
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
    expect(html).toContain('a fee of up to 12.5%');
    expect(html).toContain('contracts at •••');
  });
});

describe('the first limit of a closing', () => {
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

  it('the first limit is near the model’s value by the quotes of three makers', () => {
    expect(shown(3)).toContain('value="59.5"');
  });

  it('the first limit is empty by the quotes of fewer makers, with the reason', () => {
    const html = shown(2);
    expect(html).not.toContain('value="59.5"');
    expect(html).toContain('Fewer than three makers have orders for this expiry');
    expect(html).toContain('at 70.00 USDC');
  });
});
