import { describe, expect, it, vi } from 'vitest';
import { EmptyOrders } from '../../../components/screens/trade/orders/EmptyOrders.tsx';
import { FeedNotes } from '../../../components/screens/trade/orders/FeedNotes.tsx';
import { FilterPanel } from '../../../components/screens/trade/orders/FilterPanel.tsx';
import { indexOrders, NO_FILTER } from '../../../components/screens/trade/orders/order-list.ts';
import { oneRowPerTerms } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrdersView } from '../../../shared/messages/market.ts';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { EMPTY, snapshotWith } from '../../gallery/samples/snapshot.ts';
import { deskRow } from '../../shared/desk/desk-rows.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage } from '../helpers/open-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

describe('the notes below a list of orders', () => {
  const notes = (change: Partial<OrdersView>) =>
    wordsOf(
      onPage(
        <FeedNotes
          view={{ ...ORDERS, feeds: [], refused: [], unfillable: [], newer: 0, ...change }}
        />,
        snapshotWith({}),
      ),
    );

  it('shows no notes while every feed works', () => {
    expect(notes({ feeds: [{ name: 'feed.example', count: 3 }] })).toBe('');
  });

  it('names a feed that doesn’t respond, and says that only this feed’s orders are missing', () => {
    const shown = notes({
      feeds: [
        { name: 'a.example', count: 3 },
        { name: 'b.example', problem: 'feedUnreachable' },
      ],
    });
    expect(shown).toContain('Its orders are missing. Other feeds are complete.');
    expect(shown).toContain('b.example');
    expect(shown).not.toContain('a.example');
  });

  it('says that a slow feed’s orders will come later', () => {
    expect(notes({ feeds: [{ name: 'slow.example' }] })).toContain(
      'hasn’t responded yet. Its orders will appear later.',
    );
  });

  it('doesn’t list each unreachable feed when no feed can be read', () => {
    const shown = notes({
      problem: { code: 'noFeed' },
      feeds: [{ name: 'b.example', problem: 'feedUnreachable' }],
    });
    expect(shown).not.toContain('b.example');
    expect(shown).not.toContain('Other feeds are complete.');
  });

  it('counts orders of newer contracts, in singular and plural', () => {
    expect(notes({ newer: 1 })).toContain('1 order uses a newer contract');
    expect(notes({ newer: 2 })).toContain('2 orders use a newer contract');
    expect(notes({ newer: 2 })).toContain('Update Condor to see these orders.');
  });

  it('counts the orders that aren’t shown, by reason', () => {
    const shown = notes({
      refused: [
        { reason: { kind: 'unknownProduct' }, count: 2 },
        { reason: { kind: 'unreadableField', field: 'strikes' }, count: 1 },
      ],
    });
    expect(shown).toContain('3 orders aren’t shown');
    expect(shown).toContain('2 × Condor doesn’t know the product.');
    expect(shown).toContain('1 × Unreadable field: strikes.');
    expect(notes({ refused: [{ reason: { kind: 'unknownProduct' }, count: 1 }] })).toContain(
      '1 order isn’t shown',
    );
  });

  it('counts orders that nobody can fill without saying that these orders failed a check', () => {
    const shown = notes({ unfillable: [{ code: 'makerBalance', count: 4 }] });
    expect(shown).toContain('4 × ');
    expect(shown).not.toContain('They failed a check');
  });

  it('uses singular and plural for hidden orders in German', () => {
    const german = (count: number) =>
      inGerman(() => notes({ refused: [{ reason: { kind: 'unknownProduct' }, count }] }));
    expect(german(1)).toMatch(/1 Angebot wird nicht/);
    expect(german(2)).toMatch(/2 Angebote werden nicht/);
  });
});

describe('an empty list of orders', () => {
  type Props = Parameters<typeof EmptyOrders>[0];
  const empty = (props: Partial<Props>, snapshot = snapshotWith({})) =>
    onPage(<EmptyOrders state="reading" onClear={() => undefined} {...props} />, snapshot);

  it.each([
    ['reading', 'Loading orders…'],
    ['noMaker', 'No orders at the moment'],
    ['nothingFits', 'No orders match these filters'],
    ['dead', 'Check the feed’s address in Settings'],
  ] as const)('says why a list of orders is empty: %s', (state, text) => {
    expect(empty({ state })).toContain(text);
  });

  it('doesn’t link to the settings before there is a wallet', () => {
    const shown = wordsOf(empty({ state: 'dead' }, snapshotWith({ vault: EMPTY })));
    expect(shown).not.toContain('Settings');
    expect(shown).toContain('You don’t need the orders to create a wallet.');
  });

  it('offers to clear the filters only when they hide all orders', () => {
    expect(buttonNamesOf(empty({ state: 'nothingFits' }))).toContain('Clear');
    expect(buttonNamesOf(empty({ state: 'noMaker' }))).not.toContain('Clear');
  });

  it('offers to ask makers only when there is an account and a feed responds', () => {
    const onAsk = () => undefined;
    expect(buttonNamesOf(empty({ state: 'noMaker', onAsk }))).toHaveLength(1);
    expect(buttonNamesOf(empty({ state: 'noMaker' }))).toEqual([]);
    expect(buttonNamesOf(empty({ state: 'dead', onAsk }))).toEqual([]);
  });

  it('says after five seconds what an empty list is waiting for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const page = await openPage(<EmptyOrders state="reading" onClear={() => undefined} />);
      await page.after(4_000);
      expect(page.words()).not.toContain('hasn’t responded for five seconds');
      await page.after(1_000);
      expect(page.words()).toContain('The order feed hasn’t responded for five seconds.');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the filters of the list', () => {
  const ROWS = [
    deskRow('PUT', [2800]),
    deskRow('LINEAR_CALL', [80_000], { asset: 'BTC' }),
    deskRow('CALL_SPREAD', [3000, 3200], { side: 'sell' }),
  ];
  async function panel(filter: Partial<OrderFilter> = {}) {
    const changes: Partial<OrderFilter>[] = [];
    const page = await openPage(
      <FilterPanel
        index={indexOrders(oneRowPerTerms(ROWS))}
        filter={{ ...NO_FILTER, ...filter }}
        onChange={(part) => changes.push(part)}
      />,
    );
    return { page, changes };
  }

  it('offers as filters only values that occur in the orders', async () => {
    const { page } = await panel();
    expect(page.words()).toContain('BTC');
    expect(page.words()).toContain('Call spread');
    expect(page.words()).not.toContain('Condor');
  });

  it.each([
    ['Asset', 'BTC', { asset: 'BTC' }],
    ['Structure', 'PUT', { product: 'PUT' }],
    ['Expiry', '7d', { expiry: '7d' }],
    ['Sort by', 'chance', { sort: 'chance' }],
    ['Side', 'sell', { side: 'sell' }],
    ['Side', '', { side: '' }],
  ])('changes one part of the filter: %s to "%s"', async (label, value, part) => {
    const { page, changes } = await panel();
    await page.choose(label, value);
    expect(changes).toEqual([part]);
  });

  it('keeps a chosen filter value that no current order has', async () => {
    const { page } = await panel({ asset: 'SOL', product: 'RANGER', expiry: '1900000000' });
    expect(page.valueOf('Asset')).toBe('SOL');
    expect(page.valueOf('Structure')).toBe('RANGER');
    expect(page.valueOf('Expiry')).toBe('1900000000');
  });
});
