import { expect, it } from 'vitest';
import { OpenRows } from '../../../components/screens/desk/OpenRows.tsx';
import { profitRows } from '../../../shared/desk/profit-rows.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { onPage } from '../helpers/on-page.tsx';

it('shows which part of each open position is offset, and doesn’t call any position closed', () => {
  const rows = (['buyer', 'seller'] as const).map((side, at) => ({
    ...deskPosition('PUT', [2400], { side, contractCount: 2 - at, paid: 50, charged: 0 }),
    key: side,
  }));
  const open = profitRows([{ account: '0xa', rows }]).filter(({ kind }) => kind === 'open');
  const html = onPage(<OpenRows rows={open} />);
  expect(html).toContain('Bought · 1 · 1 more, offset by an opposite position');
  expect(html).toContain('Sold · 1 offset by an opposite position');
  expect(html).not.toMatch(/clos/i);
});

it('keeps the minus sign of each figure on the line of its amount', () => {
  const row = { ...deskPosition('PUT', [2400], { contractCount: 2, paid: 50 }), key: 'a' };
  const open = profitRows([{ account: '0xa', rows: [row] }]);
  const cells = onPage(<OpenRows rows={open} />).match(/<td[^>]*>/g) ?? [];
  expect(cells.map((cell) => cell.includes('whitespace-nowrap'))).toEqual([true, true]);
});
