import { fromJson } from '../../shared/codec.ts';
import { withRowChanges } from '../../shared/desk/row-changes.ts';
import type { OrderRow } from '../../shared/messages/market.ts';
import { RowForm } from '../../shared/messages/row-amounts.ts';
import type { SentTopics, TopicName, WalletTopics } from '../../shared/messages/topics.ts';

/**
 * Returns a function that assembles a topic's value from the worker's messages. The function
 * returns undefined while parts of a long list are missing.
 */
export function createTopicReader() {
  let rows: readonly OrderRow[] = [];
  let gone: SentTopics['orders']['gone'];

  function readOrders(part: SentTopics['orders'], former: WalletTopics['orders'] | undefined) {
    if (part.gone !== undefined) {
      rows = [];
      gone = part.gone;
    }
    rows = [...rows, ...part.rows.map((row) => fromJson(RowForm, row) as OrderRow)];
    if (part.rest === undefined) return undefined;
    const whole =
      gone === 'all' || gone === undefined || former === undefined
        ? rows
        : withRowChanges(former.rows, { rows, gone });
    return { ...part.rest, rows: whole };
  }

  /** `former` is the list that the page already has. */
  return (topic: TopicName, sent: unknown, former: WalletTopics['orders'] | undefined) =>
    topic === 'orders' ? readOrders(sent as SentTopics['orders'], former) : sent;
}
