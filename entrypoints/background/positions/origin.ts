import type { Address } from 'viem';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import { KNOWN_EMITTERS, type TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { MarketEvent } from '../../../shared/positions/market-event.ts';
import { logsOfReceipt } from './receipt.ts';

/** Options that a transaction created, by its receipt. All addresses are lower case. */
export interface Creations {
  /** Created by a known order book or factory. */
  readonly created: ReadonlySet<Address>;
  /** Split off another option: the new option and its parent. */
  readonly splitFrom: ReadonlyMap<Address, Address>;
}

/** Returns the option that a known book or factory reports to have created in this event. */
export function createdBy(
  event: MarketEvent,
  { books, factories }: TrustedEmitters = KNOWN_EMITTERS,
): Address | undefined {
  if (event.type === 'order-filled' && books.has(event.book)) return event.option;
  if (event.type === 'quotation-settled' && factories.has(event.factory)) return event.option;
  return undefined;
}

/**
 * Reads which options a mined transaction created. The contract's code proves nothing: anybody can
 * clone a pinned implementation and initialise it without collateral. Only the creator's own event
 * counts, so the emitter is compared with the known addresses.
 */
export function creationsOf(
  receipt: unknown,
  trusted: TrustedEmitters = KNOWN_EMITTERS,
): Creations {
  const events = logsOfReceipt(receipt).flatMap((log) => decodeLog(log) ?? []);
  return {
    created: new Set(events.flatMap((event) => createdBy(event, trusted) ?? [])),
    splitFrom: new Map(
      events.flatMap((event) =>
        event.type === 'option-split' ? [[event.newOption, event.option] as const] : [],
      ),
    ),
  };
}
