import type { Address } from 'viem';
import { KNOWN_EMITTERS, type TransactionEvents } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';

export type Holders = Pick<PositionRecord, 'buyer' | 'seller'>;

/**
 * Returns the first holders of options that these transactions created: the parties of a known
 * book's fill, or of the option's initialization. Use it only for options of proven origin, because
 * other contracts can report anything.
 */
export function firstHolders(
  transactions: readonly TransactionEvents[],
): ReadonlyMap<Address, Holders> {
  const found = new Map<Address, Holders>();
  const events = transactions.flatMap((transaction) => transaction.events);
  for (const { event } of events)
    if (event.type === 'option-initialized')
      found.set(event.option, { buyer: event.buyer, seller: event.seller });
  for (const { event } of events)
    if (event.type === 'order-filled' && KNOWN_EMITTERS.books.has(event.book))
      found.set(event.option, { buyer: event.buyer, seller: event.seller });
  return found;
}
