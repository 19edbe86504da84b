import { describe, expect, it } from 'vitest';
import { Filters } from '../../../components/screens/desk/Filters.tsx';
import { NoOffset } from '../../../components/screens/desk/OffsetItem.tsx';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { PUT } from '../../gallery/samples/positions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const NOW = Math.floor(Date.now() / 1000);
const OPEN: PositionRow = { ...PUT, expiry: NOW + 86_400 };

describe('an opposite position that can’t be opened', () => {
  it.each([
    ['reading', 'Reading live orders…'],
    ['dead', 'The order feed doesn’t respond'],
    ['noMaker', 'No maker offers the opposite of this position now.'],
    ['notVerified', 'Condor hasn’t verified this option on the chain yet.'],
  ] as const)(
    'says why the opposite position can’t be opened, and that both positions would remain: %s',
    (state, text) => {
      const shown = wordsOf(onPage(<NoOffset row={OPEN} state={state} />));
      expect(shown).toContain(text);
      expect(shown).toContain('Neither of them ends: both stay open until');
    },
  );
});

describe('the filters of the chain', () => {
  const filters = (filter: Parameters<typeof Filters>[0]['filter']) =>
    onPage(<Filters filter={filter} onFilter={() => undefined} />);

  it('unfolds and counts the filters when filters are set, and offers to clear them', () => {
    const html = filters({ strikeFrom: 2000, deltaTo: 0.5 });
    expect(html).toMatch(/<details[^>]* open=""/);
    expect(wordsOf(html)).toContain('2 filters');
    expect(html).toContain('value="2000"');
    expect(html).toContain('value="0.5"');
    expect(buttonNamesOf(html)).toEqual(['Clear the filters']);
  });

  it('keeps the filters folded while no filter is set', () => {
    expect(filters({})).not.toMatch(/<details[^>]* open=""/);
    expect(buttonNamesOf(filters({}))).toEqual([]);
  });
});
