import { expect, it, vi } from 'vitest';
import { OrdersScreen } from '../../../components/screens/trade/orders/Orders.tsx';
import { indexOrders, NO_FILTER } from '../../../components/screens/trade/orders/order-list.ts';
import { oneRowPerTerms } from '../../../shared/desk/one-row-per-terms.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

// The list measures the window.
vi.stubGlobal('innerWidth', 400);
vi.stubGlobal('innerHeight', 600);

type Shown = Parameters<typeof OrdersScreen>[0];

const ignore = () => undefined;
const EMPTY: Shown = {
  ...{ filter: NO_FILTER, onFilter: ignore, offset: { current: 0 }, picked: undefined },
  ...{ left: undefined, onPick: ignore, onAsk: undefined, refresh: async () => null },
  ...{ view: { ...ORDERS, rows: [] }, isLive: true, index: indexOrders([]), active: 0 },
  ...{ isEmpty: true, steady: { rows: [], waiting: 0 }, count: 0, countOfAll: 0 },
  ...{ isGrouped: true, setIsHeld: ignore, isFiltered: false },
};
const orders = (change: Partial<Shown> = {}) =>
  onPage(<OrdersScreen {...EMPTY} {...change} />, snapshotWith({}));
const index = indexOrders(oneRowPerTerms(ORDERS.rows));

it('the list of orders says why it is empty', () => {
  const noMaker = wordsOf(orders());
  expect(noMaker).toContain('No orders at the moment');
  expect(wordsOf(orders({ isFiltered: true }))).not.toBe(noMaker);
  const dead = orders({ view: { ...ORDERS, rows: [], problem: { code: 'interrupted' } } });
  expect(wordsOf(dead)).not.toBe(noMaker);
});

it('the list of orders counts all orders, and the orders that match the filter', () => {
  const some = { index, isEmpty: false, isFiltered: true };
  expect(wordsOf(orders({ ...some, count: 7, countOfAll: 7 }))).toContain('7 orders');
  expect(wordsOf(orders({ ...some, count: 2, countOfAll: 7 }))).toContain('2 of 7');
});

it('the list of orders shows how many filters are active', () => {
  const some = { index, isEmpty: false, count: 2, countOfAll: 7, active: 2 };
  expect(wordsOf(orders(some))).toContain('Filters (2)');
});
