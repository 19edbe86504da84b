import { expect, it } from 'vitest';
import { IdeasView } from '../../../components/screens/desk/Ideas.tsx';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import { deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof IdeasView>[0];
type Quote = Shown['quotes'][number];

const ignore = () => undefined;
const ROW = deskRow('LINEAR_CALL', [3000], { profitChance: 0.31 });
const QUOTE: Quote = {
  row: ROW,
  cost: 180,
  gain: 420,
  expectedGain: 0.125,
  yieldPerYear: undefined,
};
const IDEAS: Shown = {
  ...{ picked: [], left: undefined, onPick: ignore, onWish: ignore },
  wish: { outlook: 'up', ranking: 'gain' },
  hasAny: true,
  emptyState: 'noMaker',
  assets: ['ETH'],
  asset: 'ETH',
  spot: { price: SPOT, source: 'chain' },
  quotes: [QUOTE],
  now: NOW * 1000,
};
const shown = (change: Partial<Shown> = {}) => onPage(<IdeasView {...IDEAS} {...change} />);
const words = (quote: Partial<Quote>) => wordsOf(shown({ quotes: [{ ...QUOTE, ...quote }] }));

it('an idea shows its cost, and its chance if the chance is known', () => {
  expect(words({})).toContain('costs $180');
  expect(words({})).toContain('chance 31%');
  const { profitChance: _chance, ...unknown } = ROW;
  expect(words({ row: unknown })).not.toContain('chance');
});

it('shows the amount at risk and the yearly yield of an idea that sells an option', () => {
  const sale = words({ row: { ...ROW, side: 'sell' }, yieldPerYear: 12.5 });
  expect(sale).toContain('risks $180');
  expect(sale).not.toContain('costs');
  expect(sale).toMatch(/12\.5% a year/);
});

it('marks the idea whose ticket is open', () => {
  expect(shown({ picked: [termsKey(ROW)] })).toContain('aria-current="true"');
  expect(shown()).not.toContain('aria-current="true"');
});

it('keeps the outlooks selectable when no order matches the chosen outlook', () => {
  const empty = shown({ quotes: [] });
  expect(wordsOf(empty)).toContain('No maker’s order fits this at the moment.');
  expect(buttonNamesOf(empty)).toEqual(expect.arrayContaining(['Rises', 'Falls']));
});
