import type { Address } from 'viem';
import {
  KNOWN_EMITTERS,
  type TransactionEvents,
  type TrustedEmitters,
} from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { createdBy } from './origin.ts';

/** The holders of an option's two sides. */
export type Holders = Pick<PositionRecord, 'buyer' | 'seller'>;

/**
 * Returns who first held the options that these transactions made: the parties of a known book's fill,
 * else those that the option itself was initialised with. An option without a proven origin counts
 * for nothing, whatever it reports of itself.
 */
export function firstHolders(
  transactions: readonly TransactionEvents[],
  trusted: TrustedEmitters = KNOWN_EMITTERS,
): ReadonlyMap<Address, Holders> {
  const found = new Map<Address, Holders>();
  const events = transactions.flatMap((transaction) => transaction.events);
  for (const { event } of events)
    if (event.type === 'option-initialized')
      found.set(event.option, { buyer: event.buyer, seller: event.seller });
  for (const { event } of events)
    if (event.type === 'order-filled' && createdBy(event, trusted) !== undefined)
      found.set(event.option, { buyer: event.buyer, seller: event.seller });
  return found;
}
