import { withRowChanges } from '../../shared/desk/row-changes.ts';
import type { OrderRow, OrdersReading, OrdersView } from '../../shared/messages/market.ts';
import type { WalletConnection } from './wallet-connection.ts';

type Call = WalletConnection['call'];

/** Returns the live orders. The worker sends only what differs from `former`. */
export async function readOrders(
  call: Call,
  { fresh, former }: { readonly fresh: boolean; readonly former?: OrdersView | undefined },
): Promise<OrdersView> {
  const known = former?.list;
  const reading = await call('orders.list', { fresh, ...(known === undefined ? {} : { known }) });
  return wholeReading(call, reading, former);
}

/**
 * Returns a reading with all its rows. The page can draw between the parts of a long one.
 * @param former the list that the question named
 */
export async function wholeReading(
  call: Call,
  { rest, gone, ...view }: OrdersReading,
  former?: OrdersView,
): Promise<OrdersView> {
  const rows: OrderRow[] = [...view.rows];
  while (rest !== undefined && rows.length < rest.count) {
    const more = await call('orders.rows', { rest: rest.id, from: rows.length });
    // The worker was killed, or has sent too many others. A whole list is kept for all pages.
    if (more.length === 0) return readOrders(call, { fresh: false });
    rows.push(...more);
  }
  if (gone === undefined || former === undefined) return { ...view, rows };
  return { ...view, rows: withRowChanges(former.rows, { rows, gone }) };
}
