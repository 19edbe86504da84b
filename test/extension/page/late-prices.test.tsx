import { expect, it } from 'vitest';
import { useOrderList } from '../../../components/hooks/use-order-list.ts';
import type { OrdersView } from '../../../shared/messages/market.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { openPage } from '../helpers/open-page.tsx';

function Source() {
  const { view } = useOrderList();
  return <p>{view?.spot.ETH?.source}</p>;
}

/** A list of which all signatures are checked, with the price of a feed or of the chain. */
const listWith = (source: 'chain' | 'order feed'): OrdersView => ({
  ...{ ...ORDERS, at: Date.now(), spot: { ETH: { price: 2_590, source } } },
  rows: ORDERS.rows.map((row) => ({ ...row, isChecked: true })),
});

it('a page waits for the chain’s price when another read has checked the signatures before it', async () => {
  let source: 'chain' | 'order feed' = 'order feed';
  const page = await openPage(<Source />, {
    answers: {
      'orders.cached': () => listWith(source),
      'orders.list': () => listWith(source),
      'orders.changed': () => new Promise(() => undefined),
      'orders.check'() {
        source = 'chain';
        return null;
      },
    },
  });
  await page.shows('chain');
  expect(page.askedFor('orders.check')).toHaveLength(1);
});

it('a page asks for no check of a list that has the chain’s price', async () => {
  const page = await openPage(<Source />, {
    answers: {
      'orders.cached': listWith('chain'),
      'orders.list': listWith('chain'),
      'orders.changed': () => new Promise(() => undefined),
    },
  });
  await page.shows('chain');
  expect(page.askedFor('orders.check')).toEqual([]);
});

it('a page asks once for a list whose price no node reports', async () => {
  const list = listWith('order feed');
  const page = await openPage(<Source />, {
    answers: {
      'orders.cached': list,
      'orders.list': list,
      'orders.changed': () => new Promise(() => undefined),
      'orders.check': null,
    },
  });
  await page.shows('order feed');
  await expect.poll(() => page.askedFor('orders.list').length).toBeGreaterThan(1);
  expect(page.askedFor('orders.check')).toHaveLength(1);
});
