import type { Address } from 'viem';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import type { MarketEvent } from '../../../shared/positions/market-event.ts';
import { logsOfReceipt } from '../chain/trade-receipt.ts';

const CREATING: ReadonlySet<MarketEvent['type']> = new Set([
  'order-filled',
  'quotation-settled',
  'option-split',
]);

/** Options that a transaction created, by its receipt. All addresses are lower case. */
export interface Creations {
  /** Created by a known order book or factory. */
  readonly created: ReadonlySet<Address>;
  /** Split off another option: the new option and its parent. */
  readonly splitFrom: ReadonlyMap<Address, Address>;
}

/** Returns the option that a known book or factory reports to have created in this event. */
export function createdBy(event: MarketEvent): Address | undefined {
  const { books, factories } = KNOWN_EMITTERS;
  if (event.type === 'order-filled' && books.has(event.book)) return event.option;
  if (event.type === 'quotation-settled' && factories.has(event.factory)) return event.option;
  return undefined;
}

/** Returns the events of a mined transaction that can create options. */
export function creationEventsOf(receipt: unknown): readonly MarketEvent[] {
  return logsOfReceipt(receipt).flatMap((log) => {
    const event = decodeLog(log);
    return event !== undefined && CREATING.has(event.type) ? [event] : [];
  });
}

/**
 * Returns the options that a transaction's events created. The contract's code proves nothing:
 * anyone can clone a pinned implementation and initialise it without collateral. Only the creator's
 * own event counts, so the emitter is compared with the known addresses.
 */
export function creationsOf(events: readonly MarketEvent[]): Creations {
  return {
    created: new Set(events.flatMap((event) => createdBy(event) ?? [])),
    splitFrom: new Map(
      events.flatMap((event) =>
        event.type === 'option-split' ? [[event.newOption, event.option] as const] : [],
      ),
    ),
  };
}
