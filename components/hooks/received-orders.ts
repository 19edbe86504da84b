import { fromJson } from '../../shared/codec.ts';
import { withRowChanges } from '../../shared/desk/row-changes.ts';
import { type OrderRow, OrderRowSchema } from '../../shared/messages/market.ts';
import type { SentTopics, WalletTopics } from '../../shared/messages/topics.ts';

/** Returns a function that joins the parts of a list of orders, in the order of the messages. */
export function createOrdersReader() {
  /** Rows of the list that is being received. */
  let rows: readonly OrderRow[] = [];
  let gone: SentTopics['orders']['gone'];

  /**
   * Returns undefined while parts of the list are missing.
   * @param former the list that the page already has
   */
  return (part: SentTopics['orders'], former: WalletTopics['orders'] | undefined) => {
    if (part.gone !== undefined) {
      rows = [];
      gone = part.gone;
    }
    rows = [...rows, ...part.rows.map((row) => fromJson(OrderRowSchema, row))];
    if (part.rest === undefined) return undefined;
    const whole =
      gone === 'all' || gone === undefined || former === undefined
        ? rows
        : withRowChanges(former.rows, { rows, gone });
    return { ...part.rest, rows: whole };
  };
}
