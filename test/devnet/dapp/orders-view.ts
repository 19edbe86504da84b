import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { maxPayoff } from '../../../shared/orders/payoff.ts';
import { contracts } from '../../../shared/units.ts';
import { byId, element } from './dom.ts';
import { amount, nameOf, time } from './format.ts';
import { nowSeconds } from './market.ts';

export interface Filter {
  readonly asset: string;
  readonly side: string;
}

/** Fills the table; `onPick` opens a ticket. Returns the number of rows. */
export function showOrders(
  entries: readonly FeedEntry[],
  filter: Filter,
  onPick: (entry: FeedEntry) => void,
): number {
  const shown = entries.filter(({ order }) => {
    const { asset, takerSide } = describeOrder(order);
    return (
      (filter.asset === '' || filter.asset === asset) &&
      (filter.side === '' || filter.side === takerSide)
    );
  });
  byId('orders', HTMLElement).replaceChildren(...shown.map((entry) => row(entry, onPick)));
  tick();
  return shown.length;
}

function row(entry: FeedEntry, onPick: (entry: FeedEntry) => void): HTMLElement {
  const { order } = entry;
  const { product, asset, takerSide, collateral, terms, quoteExpiry } = describeOrder(order);
  const symbol = collateral?.symbol ?? '';
  const decimals = collateral?.decimals ?? 0;
  const one = contracts(10n ** BigInt(decimals));
  const most = terms === undefined ? undefined : maxPayoff({ terms, contracts: one });
  const pick = element('button', { type: 'button', 'data-testid': 'pick-order' }, 'Fill…');
  pick.setAttribute('aria-label', `Fill: ${nameOf(order)}`);
  pick.addEventListener('click', () => onPick(entry));
  return element(
    'tr',
    {
      'data-testid': 'order-row',
      'data-product': product?.name,
      'data-asset': asset,
      'data-side': takerSide,
    },
    element('td', {}, nameOf(order), element('small', {}, entry.ticker ?? '')),
    element('td', { class: 'side' }, takerSide === 'buy' ? 'You buy' : 'You sell'),
    element('td', {}, time(order.expiry)),
    element('td', { class: 'figure' }, amount(order.price, 8, symbol)),
    element('td', { class: 'figure' }, most === undefined ? '–' : amount(most, decimals, symbol)),
    element('td', { class: 'figure', 'data-quote-expiry': String(quoteExpiry) }),
    element('td', {}, pick),
  );
}

export function tick(): void {
  const now = nowSeconds();
  for (const cell of document.querySelectorAll<HTMLElement>('[data-quote-expiry]')) {
    const left = Number(cell.dataset.quoteExpiry) - now;
    cell.textContent = left > 0 ? `${left} s` : 'run out';
  }
}
