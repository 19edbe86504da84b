import { expect, it } from 'vitest';
import { BuilderView } from '../../../components/screens/desk/Builder.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { deskRow } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof BuilderView>[0];

const ignore = () => undefined;
const ROW = deskRow('PUT', [2500]);
const LEG = { row: ROW, millionths: 1_000_000n, isLive: true };
const BUILDER: Shown = {
  ...{ legs: [], picked: [], combination: undefined, spot: undefined },
  ...{ fills: undefined, problem: undefined, structure: undefined, isWide: false },
  view: { search: '' },
  ...{ onLegs: ignore, onView: ignore, onReview: ignore, onLeaveFills: ignore },
  ...{ onFilled: ignore, onTry: ignore, onPick: ignore, setStructure: ignore },
};
const words = (change: Partial<Shown> = {}) =>
  wordsOf(onPage(<BuilderView {...BUILDER} {...change} />, snapshotWith({})));

it('the builder explains how to begin while the trade has no leg', () => {
  const begin = 'Choose prices in the chain.';
  expect(words()).toContain(begin);
  expect(words({ legs: [LEG] })).not.toContain(begin);
});

it('the builder says why a quote can’t become a leg, whether or not the trade has other legs', () => {
  for (const legs of [[], [LEG]])
    expect(words({ legs, problem: 'tooMany' })).toContain('A trade has at most six legs.');
});

it('shows the legs without their chart while the asset’s price isn’t known', () => {
  const shown = words({ legs: [LEG] });
  expect(shown).toContain('Buy Put 2,500');
  expect(shown).toContain('The price of the asset isn’t known yet');
  expect(shown).not.toContain('All legs together');
});

it('the builder says that a leg’s quote has ended', () => {
  const ended = 'No maker offers this any more.';
  expect(words({ legs: [{ ...LEG, isLive: false }] })).toContain(ended);
  expect(words({ legs: [LEG] })).not.toContain(ended);
});

it('hides the legs while a structure’s ticket is open, and hides the chain only on a narrow page', () => {
  const structure = { row: ROW, contracts: 1_000_000n };
  const narrow = words({ legs: [LEG], structure });
  expect(narrow).not.toContain('Remove');
  expect(narrow).not.toContain('Columns');
  const wide = words({ legs: [LEG], structure, isWide: true });
  expect(wide).toContain('Columns');
});
