import type { Address } from 'viem';
import { BOOKS, OLDER_FACTORIES } from '../../../shared/chain/deployments.ts';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import type { MarketEvent } from '../../../shared/positions/market-event.ts';
import { logsOfReceipt } from './receipt.ts';

/** Options that a transaction created, by its receipt. All addresses are lower case. */
export interface Creations {
  /** Created by a known order book or factory. */
  readonly created: ReadonlySet<Address>;
  /** Split off another option: the new option and its parent. */
  readonly splitFrom: ReadonlyMap<Address, Address>;
}

const lower = (addresses: readonly (Address | undefined)[]) =>
  new Set(addresses.flatMap((address) => (address === undefined ? [] : [address.toLowerCase()])));
const KNOWN_BOOKS = lower(BOOKS.map(({ address }) => address));
const KNOWN_FACTORIES = lower([...BOOKS.map(({ factory }) => factory), ...OLDER_FACTORIES]);

/** Returns the option that a known book or factory reports to have created in this event. */
export function createdBy(event: MarketEvent): Address | undefined {
  if (event.type === 'order-filled' && KNOWN_BOOKS.has(event.book)) return event.option;
  if (event.type === 'quotation-settled' && KNOWN_FACTORIES.has(event.factory)) return event.option;
  return undefined;
}

/**
 * Reads which options a mined transaction created. The contract's code proves nothing: anybody can
 * clone a pinned implementation and initialise it without collateral. Only the creator's own event
 * counts, so the emitter is compared with the known addresses.
 */
export function creationsOf(receipt: unknown): Creations {
  const events = logsOfReceipt(receipt).flatMap((log) => decodeLog(log) ?? []);
  return {
    created: new Set(events.flatMap((event) => createdBy(event) ?? [])),
    splitFrom: new Map(
      events.flatMap((event) =>
        event.type === 'option-split' ? [[event.newOption, event.option] as const] : [],
      ),
    ),
  };
}
