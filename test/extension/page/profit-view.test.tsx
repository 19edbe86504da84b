import { expect, it } from 'vitest';
import { ProfitView } from '../../../components/screens/desk/Profit.tsx';
import { profitRows } from '../../../shared/desk/profit-rows.ts';
import { tradesOf } from '../../../shared/desk/trades.ts';
import { usd8 } from '../../../shared/units.ts';
import { POSITIONS } from '../../gallery/samples/positions.ts';
import { ACCOUNT, snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { factsOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof ProfitView>[0];

const positions = [{ account: ACCOUNT, rows: POSITIONS.rows }];
const rows = profitRows(positions);
const PROFIT: Shown = {
  accounts: UNLOCKED.wallets.flatMap(({ accounts }) => accounts).slice(0, 1),
  lists: [{ account: ACCOUNT, isFailed: false, view: POSITIONS }],
  ...{ rows, trades: tradesOf(positions, rows), sums: [], fees: [] },
  networkFees: { byHash: new Map(), total: 0n, isCut: false },
  known: { disagreeing: 0, unknown: 0 } as Shown['known'],
  ...{ isReading: false, omitted: 0, unknownUsd: 0, groups: ['day'], group: 'day' },
  ...{ realised: usd8(-500_000_000n), unrealised: undefined, setGroup: () => undefined },
};
const profit = (change: Partial<Shown> = {}, areAmountsHidden = false) =>
  onPage(<ProfitView {...PROFIT} {...change} />, snapshotWith({ areAmountsHidden }));
const realised = (html: string) => new Map(factsOf(html)).get('Realised');

it('shows a realised loss with sign and colour, but with neither while amounts are hidden', () => {
  expect(realised(profit())).toBe('−$5.00');
  const colours = (html: string) => html.match(/text-bad/g)?.length ?? 0;
  expect(colours(profit())).toBeGreaterThan(0);
  expect(realised(profit({}, true))).toBe('$•••');
  expect(colours(profit({}, true))).toBe(0);
});

it('shows a dash instead of zero for a profit that is unknown', () => {
  expect(realised(profit({ realised: undefined }))).toBe('—');
});

it('says how many older positions are left out of the profit, and shows an alert for contradicted positions', () => {
  expect(wordsOf(profit({ omitted: 3 }))).toContain('3 older positions');
  expect(profit({ known: { ...PROFIT.known, disagreeing: 1 } })).toContain('role="alert"');
  expect(profit()).not.toContain('role="alert"');
});

it('shows a table and a button to save a file only when there is a trade', () => {
  expect(profit()).toContain('<table');
  expect(profit({ trades: [] })).not.toMatch(/<table|<button/);
});
