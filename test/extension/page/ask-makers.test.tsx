import { describe, expect, it } from 'vitest';
import { AskMakers } from '../../../components/screens/quotations/AskMakers.tsx';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';

const row = { ...deskPosition('PUT', [2_800]), model: { value: '70000000' } };

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
