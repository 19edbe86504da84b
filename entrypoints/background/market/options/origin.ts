import type { Address } from 'viem';
import { decodeLog } from '../../../../shared/positions/decode-log.ts';
import { KNOWN_EMITTERS } from '../../../../shared/positions/from-logs.ts';
import type { MarketEvent } from '../../../../shared/positions/market-event.ts';
import { logsOfReceipt } from '../../chain/trade-receipt.ts';

const CREATING: ReadonlySet<MarketEvent['type']> = new Set([
  'order-filled',
  'quotation-settled',
  'option-initialized',
  'option-split',
]);

/** Options that a transaction created, from its receipt. Addresses are lower-case. */
export interface Creations {
  /** Created by a known order book or factory. */
  readonly created: ReadonlySet<Address>;
  /** Options that were split off, with their parents. */
  readonly splitFrom: ReadonlyMap<Address, Address>;
}

/**
 * Returns the options that known books or factories created in a transaction. A factory's
 * settlement of a request about an existing option proves nothing: anyone can request a trade of
 * their own contract.
 */
export function createdIn(events: readonly MarketEvent[]): ReadonlySet<Address> {
  const { books, factories } = KNOWN_EMITTERS;
  const initialized = new Set<Address>();
  for (const event of events)
    if (event.type === 'option-initialized') initialized.add(event.option);
  const found = new Set<Address>();
  for (const event of events) {
    if (event.type === 'order-filled' && books.has(event.book)) found.add(event.option);
    if (event.type !== 'quotation-settled' || !factories.has(event.factory)) continue;
    if (initialized.has(event.option)) found.add(event.option);
  }
  return found;
}

/** Returns the events of a mined transaction that can create options. */
export function creationEventsOf(receipt: unknown): readonly MarketEvent[] {
  return logsOfReceipt(receipt).flatMap((log) => {
    const event = decodeLog(log);
    return event !== undefined && CREATING.has(event.type) ? [event] : [];
  });
}

/**
 * Returns the options that a transaction's events created. As `created`, only events of known
 * creators count: anyone can clone a pinned implementation and initialize it without collateral.
 */
export function creationsOf(events: readonly MarketEvent[]): Creations {
  return {
    created: createdIn(events),
    splitFrom: new Map(
      events.flatMap((event) =>
        event.type === 'option-split' ? [[event.newOption, event.option] as const] : [],
      ),
    ),
  };
}
