import type { Address, Hex } from 'viem';
import { decodeQuotationLog, QUOTATION_TOPICS } from './decode-quotation-log.ts';
import { BOOK_TOPICS, decodeTradeLog, TRADE_TOPICS } from './decode-trade-log.ts';
import type { EventLog } from './event-log.ts';
import type { MarketEvent } from './market-event.ts';

/**
 * Decodes a log of any revision of books, options and factories. Undefined for other events and for
 * logs of another form. Doesn't check the emitter, although anyone can emit any event.
 */
export function decodeLog(log: EventLog): MarketEvent | undefined {
  const topic = log.topics[0]?.toLowerCase() ?? '';
  const emitter = log.address.toLowerCase() as Address;
  return decodeTradeLog(log) ?? decodeQuotationLog(topic, log, emitter);
}

/** First topics of all events that `decodeLog` decodes, for a node's filter. */
export const EVENT_TOPICS: readonly Hex[] = [...TRADE_TOPICS, ...QUOTATION_TOPICS];

/** Topics that only books or only factories emit. Options emit the remaining topics. */
export const EMITTER_BY_TOPIC: ReadonlyMap<Hex, 'book' | 'factory'> = new Map([
  ...BOOK_TOPICS.map((topic) => [topic, 'book'] as const),
  ...QUOTATION_TOPICS.map((topic) => [topic, 'factory'] as const),
]);
