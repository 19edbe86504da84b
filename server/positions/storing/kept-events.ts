import type { Address } from 'viem';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { MarketEvent } from '../../../shared/positions/market-event.ts';
import { quotationKey } from '../../../shared/positions/quotation.ts';
import type { EventRow } from './row-schemas.ts';

/** Returns the events to store, without those of unknown contracts. */
export function keptEvents(
  transactions: readonly TransactionEvents[],
  isKnownOption: (option: Address) => boolean,
  trusted: TrustedEmitters,
): EventRow[] {
  return transactions.flatMap(({ block, timestamp, hash, events }) =>
    events.flatMap(({ event, logIndex }): EventRow[] => {
      const subject = subjectOf(event);
      if (subject === undefined) return [];
      const isOurs =
        'factory' in event
          ? trusted.factories.has(event.factory)
          : 'book' in event
            ? trusted.books.has(event.book)
            : isKnownOption(event.option);
      if (!isOurs) return [];
      const { type, ...rest } = event;
      const body = JSON.stringify(rest, toJsonValue);
      return [{ block, log_index: logIndex, time: timestamp, tx: hash, type, subject, body }];
    }),
  );
}

/** Returns the subject of an event; undefined for an event that isn't stored. */
function subjectOf(event: MarketEvent): string | undefined {
  switch (event.type) {
    case 'order-filled':
    case 'option-initialized':
    case 'referral-fee':
      // Not stored, because the position's record contains the whole event.
      return undefined;
    case 'order-cancelled':
    case 'maker-cutoff':
      return event.maker;
    case 'fees-claimed':
      return event.recipient;
    case 'referrer-split':
      return event.referrer;
    case 'referral-registered':
    case 'referral-executed':
      return `${event.factory}:referral:${event.referralId}`;
    default:
      if ('factory' in event) return quotationKey(event.factory, event.quotationId);
      return event.option;
  }
}

/** Replacer for `JSON.stringify`: bigints become decimal texts. */
function toJsonValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
