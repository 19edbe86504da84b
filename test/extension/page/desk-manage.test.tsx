import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { Filters } from '../../../components/screens/desk/Filters.tsx';
import { ManageActions } from '../../../components/screens/desk/ManageActions.tsx';
import { NoOffset } from '../../../components/screens/desk/OffsetItem.tsx';
import type { ActionCosts, PositionRow } from '../../../shared/positions/position-view.ts';
import { PUT } from '../../gallery/samples/positions.ts';
import { ACCOUNT, snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const NOW = Math.floor(Date.now() / 1000);
const OPEN: PositionRow = { ...PUT, expiry: NOW + 86_400 };

describe('what can be done with a position', () => {
  const manage = (actions: PositionRow['actions'], costs?: ActionCosts) => {
    const row = { ...OPEN, actions };
    const possible = actions.filter(({ blocked }) => blocked === undefined);
    const queries = new QueryClient();
    queries.setQueryData(
      ['action costs', ACCOUNT, row.key, possible.map(({ action }) => action)],
      costs,
    );
    return onPage(
      <ManageActions
        row={row}
        account={ACCOUNT}
        asOwner={async () => undefined}
        onForm={() => undefined}
        more={null}
        moreNotNow={null}
      />,
      snapshotWith({}),
      queries,
    );
  };
  const [now, later] = ['What you can do now', 'Not possible now'];

  it('names each action with its effect and its cost', () => {
    const html = manage([{ action: 'transfer' }], {
      network: [{ action: 'transfer', wei: '9000000000000' }],
      etherPrice: '259000000000',
    });
    expect(wordsOf(html)).toMatch(/Transfer Transfers your side permanently\..*0\.000009 ETH/);
    expect(buttonNamesOf(html)).toEqual(['Transfer']);
    expect(wordsOf(html)).not.toContain(later);
  });

  it('names the fee that a contract takes for a split', () => {
    const html = manage([{ action: 'split' }], { network: [], splitFee: '1000000000000000' });
    expect(wordsOf(html)).toContain('0.001 ETH');
  });

  it('keeps apart what isn’t possible now, each with its reason and without a button', () => {
    const html = manage([{ action: 'transfer' }, { action: 'split', blocked: 'watched only' }]);
    const shown = wordsOf(html);
    expect(shown.indexOf(now)).toBeLessThan(shown.indexOf('Transfer'));
    expect(shown).toMatch(new RegExp(`${later} Split Condor only watches this account`));
    expect(buttonNamesOf(html)).toEqual(['Transfer']);
  });

  it('says that nothing is possible', () => {
    const html = manage([{ action: 'transfer', blocked: 'not checked' }]);
    expect(wordsOf(html)).toContain('This position allows no action at the moment.');
    expect(buttonNamesOf(html)).toEqual([]);
  });
});

describe('an opposite position that can’t be opened', () => {
  it.each([
    ['reading', 'Reading live orders…'],
    ['dead', 'The order feed doesn’t respond'],
    ['no maker', 'No maker offers the opposite of this position now.'],
    ['not verified', 'Condor hasn’t verified this option on the chain yet.'],
  ] as const)('gives the reason, and says that neither would end: %s', (state, text) => {
    const shown = wordsOf(onPage(<NoOffset row={OPEN} state={state} />));
    expect(shown).toContain(text);
    expect(shown).toContain('Neither of them ends: both stay open until');
  });
});

describe('the filters of the chain', () => {
  const filters = (filter: Parameters<typeof Filters>[0]['filter']) =>
    onPage(<Filters filter={filter} onFilter={() => undefined} />);

  it('open with their number once one is set, and can be cleared', () => {
    const html = filters({ strikeFrom: 2000, deltaTo: 0.5 });
    expect(html).toMatch(/<details[^>]* open=""/);
    expect(wordsOf(html)).toContain('2 filters');
    expect(html).toContain('value="2000"');
    expect(html).toContain('value="0.5"');
    expect(buttonNamesOf(html)).toEqual(['Clear the filters']);
  });

  it('stay folded without one', () => {
    expect(filters({})).not.toMatch(/<details[^>]* open=""/);
    expect(buttonNamesOf(filters({}))).toEqual([]);
  });
});
