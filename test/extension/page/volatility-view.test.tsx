import { expect, it } from 'vitest';
import { VolatilityView } from '../../../components/screens/desk/Volatility.tsx';
import { chainOf, quotedExpiries } from '../../../shared/desk/chain.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof VolatilityView>[0];

const [quoted = expect.unreachable()] = quotedExpiries([deskRow('PUT', [3000])], NOW);
const CHAIN = chainOf(quoted, SPOT);
const MARKET: Shown = {
  view: undefined,
  hasAny: true,
  emptyState: 'noMaker',
  assets: ['ETH'],
  asset: 'ETH',
  ofAsset: [CHAIN],
  chain: CHAIN,
  spot: { price: SPOT, source: 'chain' },
  smile: [{ strike: 3000, kind: 'put', bid: undefined, ask: 0.6, middle: 0.6, reported: 0.585 }],
  terms: [{ expiry: CHAIN.expiry, volatility: 0.6 }],
  choose: () => undefined,
};
const words = (change: Partial<Shown> = {}) =>
  wordsOf(onPage(<VolatilityView {...MARKET} {...change} />, snapshotWith({})));

it('lists ask, bid and reported volatility below the chart, and shows a dash for a missing value', () => {
  expect(words()).toMatch(/\$3,000 60% — 58\.5%/);
});

it('shows a note for each chart when no quote implies a volatility', () => {
  const shown = words({ smile: [], terms: [] });
  expect(shown.split('no offer implies a volatility here').length).toBe(3);
});

it('says why the page has no orders', () => {
  expect(words({ hasAny: false })).toContain('No orders at the moment');
  expect(words({ hasAny: false, emptyState: 'dead' })).toContain('Condor couldn’t load any orders');
  expect(words({ hasAny: false })).not.toContain('$3,000');
});
