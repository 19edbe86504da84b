import { expect, it } from 'vitest';
import { PositionListView } from '../../../components/screens/holdings/PositionList.tsx';
import { price8 } from '../../../shared/units.ts';
import { POSITIONS, PUT } from '../../gallery/samples/positions.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof PositionListView>[0];

const ignore = () => undefined;
const LIST: Shown = {
  view: POSITIONS,
  ...{ tab: 'open', referrer: '', requests: 0, isOnline: true },
  ...{ onTab: ignore, onReferrer: ignore, onPick: ignore, onCalendar: ignore },
  ...{ onRequests: ignore, onOrders: ignore },
};
const list = (change: Partial<Shown> = {}, areAmountsHidden = false) =>
  onPage(<PositionListView {...LIST} {...change} />, snapshotWith({ areAmountsHidden }));
const EMPTY = { rows: [], at: Date.now() };

it('links from an empty list of open positions to the orders', () => {
  expect(buttonNamesOf(list({ view: EMPTY }))).toContain('Browse orders');
  expect(buttonNamesOf(list({ view: EMPTY, tab: 'settled' }))).not.toContain('Browse orders');
  expect(buttonNamesOf(list())).not.toContain('Browse orders');
});

it('shows no link to the orders while the computer is offline', () => {
  expect(buttonNamesOf(list({ view: EMPTY, isOnline: false }))).not.toContain('Browse orders');
});

it('reports a problem of the indexer, unless the computer is offline', () => {
  const view = { ...EMPTY, trouble: 'unreachable' } as const;
  const warned = (isOnline: boolean) => list({ view, isOnline }).includes('bg-warn-soft');
  expect(warned(true)).toBe(true);
  expect(warned(false)).toBe(false);
});

it('warns that values use the price of an order feed', () => {
  const spot = { price: price8(260_000_000_000n), source: 'order feed' } as const;
  const warning = 'order feed';
  expect(wordsOf(list({ view: { ...POSITIONS, rows: [{ ...PUT, spot }] } }))).toContain(warning);
  expect(wordsOf(list())).not.toContain(warning);
});

it('adds a button to the list when requests are running', () => {
  const names = buttonNamesOf(list({ requests: 2 }));
  expect(names.length).toBe(buttonNamesOf(list()).length + 1);
});

it('shows neither amounts nor their signs and colours while amounts are hidden', () => {
  // Counts the coloured amounts. The verified badge is always coloured, so it is subtracted.
  const colours = (html: string) =>
    (html.match(/text-(?:good|bad)/g)?.length ?? 0) - wordsOf(html).split('Verified').length + 1;
  expect(colours(list())).toBeGreaterThan(0);
  expect(colours(list({}, true))).toBe(0);
  expect(wordsOf(list())).toMatch(/[+−]\$?\d/);
  expect(wordsOf(list({}, true))).not.toMatch(/[+−]\$?[\d•]/);
});

it('says that the value of a position without live quotes assumes a settlement now', () => {
  const { model: _, ...unquoted } = PUT;
  const words = (row: Shown['view']) => wordsOf(list({ view: row }));
  expect(words({ ...EMPTY, rows: [PUT] })).not.toContain('If settled now');
  expect(words({ ...EMPTY, rows: [unquoted] })).toContain('If settled now: ');
});
