import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { OwnQuotes } from '../../../components/screens/trade/maker/OwnQuotes.tsx';
import { EmptyOrders } from '../../../components/screens/trade/orders/EmptyOrders.tsx';
import type { OrderRow, ReferrerView } from '../../../shared/messages/market.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { ACCOUNT, address, snapshotWith, USDC_ADDRESS } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const FEES: ReferrerView = { account: ACCOUNT, splitBps: 1_000, claimable: [] };
const CLAIM: ReferrerView['claimable'][number] = {
  ...{ book: address('b0'), isCurrentBook: true, token: USDC_ADDRESS },
  ...{ symbol: 'USDC', amount: '8200000', decimals: 6 },
};

describe('the orders and fees of a maker', () => {
  const page = (rows?: readonly OrderRow[], fees?: ReferrerView) => {
    const queries = new QueryClient();
    if (rows !== undefined) queries.setQueryData(['maker', ACCOUNT, undefined], { rows });
    if (fees !== undefined) queries.setQueryData(['referrer', ACCOUNT, undefined], fees);
    return onPage(<OwnQuotes />, snapshotWith({}), queries);
  };

  it('shows loading states instead of empty lists until orders and fees are read', () => {
    const html = page();
    expect(html).toContain('aria-label="Loading your orders…"');
    expect(html).toContain('aria-label="Loading fees…"');
    expect(wordsOf(html)).not.toContain('no order in the feeds');
    expect(wordsOf(html)).not.toContain('Nothing to claim');
  });

  it('says that a maker has no orders in the feeds, and still offers to cancel all orders', () => {
    const html = page([], FEES);
    expect(wordsOf(html)).toContain('This account has no order in the feeds.');
    expect(wordsOf(html)).toContain('Nothing to claim.');
    expect(buttonNamesOf(html)).toEqual(['Cancel all orders']);
    expect(wordsOf(html)).toContain('also those that no feed shows');
  });

  it('shows the maker’s side of an order, which is opposite to the taker’s', () => {
    const of = (side: 'buy' | 'sell') =>
      ORDERS.rows.find((row) => row.side === side) ?? expect.unreachable();
    expect(wordsOf(page([of('buy')], FEES))).toContain('You sell ETH');
    expect(wordsOf(page([of('sell')], FEES))).toMatch(/You buy (?:ETH|BTC)/);
  });

  it('shows the share of fees and each amount to claim', () => {
    const html = page([], { ...FEES, claimable: [CLAIM] });
    expect(wordsOf(html)).toContain('This account earns 10% of the protocol fee of each fill');
    expect(wordsOf(html)).toContain('8.20 USDC Claim USDC');
    expect(buttonNamesOf(html)).toContain('Claim USDC');
    expect(wordsOf(html)).not.toContain('On order book');
  });

  it('shows a claim on another order book, and says that the account is no longer listed', () => {
    const html = page([], {
      ...FEES,
      splitBps: 0,
      claimable: [{ ...CLAIM, isCurrentBook: false }],
    });
    expect(wordsOf(html)).toContain('On order book 0xb0b0…b0b0');
    expect(wordsOf(html)).toContain('so new fills earn it nothing');
  });

  it('doesn’t show the English text about missing fees in German', () => {
    expect(wordsOf(inGerman(() => page([], FEES)))).not.toContain('Nothing to claim');
  });
});

describe('a list without orders', () => {
  const empty = (
    state: Parameters<typeof EmptyOrders>[0]['state'],
    { hasWallet = true, canAsk = true } = {},
  ) =>
    onPage(
      <EmptyOrders
        state={state}
        onClear={() => undefined}
        onAsk={canAsk ? () => undefined : undefined}
      />,
      snapshotWith(hasWallet ? {} : { vault: { status: 'empty', canKeepHere: true } }),
    );

  it('says that the orders are loading, that there are no orders, or that filters hide the orders', () => {
    expect(empty('reading')).toContain('aria-label="Loading orders…"');
    expect(wordsOf(empty('noMaker'))).toContain('No orders at the moment');
    expect(wordsOf(empty('nothingFits'))).toContain('No orders match these filters');
  });

  it('points to the settings when there is a wallet, and otherwise says that orders aren’t needed yet', () => {
    expect(wordsOf(empty('dead'))).toContain('Check the feed’s address in Settings');
    const without = wordsOf(empty('dead', { hasWallet: false }));
    expect(without).toContain('You don’t need the orders to create a wallet.');
    expect(without).not.toContain('Settings');
  });

  it('offers to clear the filters, to ask makers, or nothing, depending on the list’s state', () => {
    expect(buttonNamesOf(empty('nothingFits'))).toHaveLength(2);
    expect(buttonNamesOf(empty('nothingFits', { canAsk: false }))).toEqual(['Clear']);
    expect(buttonNamesOf(empty('noMaker'))).toHaveLength(1);
    expect(buttonNamesOf(empty('dead'))).toEqual([]);
  });
});
