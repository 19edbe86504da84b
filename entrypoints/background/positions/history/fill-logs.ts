import { type Address, padHex } from 'viem';
import { ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import type { BlockRange, Log, LogFilter } from '../../../../shared/chain/logs/log.ts';
import { decodeLog } from '../../../../shared/positions/decode-log.ts';
import { QUOTATION_SETTLED_TOPIC } from '../../../../shared/positions/decode-quotation-log.ts';
import { FILL_TOPICS, LIFE_TOPICS } from '../../../../shared/positions/decode-trade-log.ts';
import type { MarketEvent } from '../../../../shared/positions/market-event.ts';
import type { ReadRange } from '../../chain/scan/read-span.ts';
import type { FoundTransaction } from '../history-schemas.ts';

/** A decoded event with its transaction. The log's own time isn't used, because it isn't proven. */
export interface FoundEvent {
  readonly event: MarketEvent;
  readonly hash: string;
  readonly block: number;
  readonly by: string;
}

/** Returns the events' transactions without duplicates, with the nodes that returned them. */
export function transactionsOf(events: readonly FoundEvent[]): FoundTransaction[] {
  const named = Map.groupBy(events, ({ hash }) => hash);
  return [...named].flatMap(([hash, [first, ...rest]]) =>
    first === undefined
      ? []
      : [
          {
            hash,
            block: first.block,
            by: [...new Set([first, ...rest].map(({ by }) => by))].slice(0, 2),
          },
        ],
  );
}

/** Events that create an option. The two parties are their second and third indexed argument. */
const CREATING_TOPICS = [...FILL_TOPICS, QUOTATION_SETTLED_TOPIC];

/**
 * Returns the filters for an account's fills and settled requests: as buyer or requester, and as
 * seller or winner. A filter can't combine two topics with "or".
 */
export function fillFilters(account: string, emitters: readonly string[]): readonly LogFilter[] {
  const topic = padHex(account.toLowerCase() as Address, { size: 32 });
  return [
    { address: emitters, topics: [CREATING_TOPICS, null, topic] },
    { address: emitters, topics: [CREATING_TOPICS, null, null, topic] },
  ];
}

/** Returns the filter for all events that end an option or change its holders. */
export function lifeFilters(option: string): readonly LogFilter[] {
  return [{ address: [option], topics: [LIFE_TOPICS] }];
}

/** Returns a function that reads these events of trusted contracts (lower-case addresses). */
export function eventsOf(
  filters: readonly LogFilter[],
  emitters: readonly string[],
): ReadRange<FoundEvent> {
  return (lane, range, direction) =>
    lane.logs(range, direction, filters, (logs, part) =>
      eventsIn(logs, part, emitters, lane.node.name),
    );
}

/**
 * Decodes the logs that the node `by` returned.
 * @throws ChainNodeError for logs that weren't requested
 */
function eventsIn(
  logs: readonly Log[],
  { from, to }: BlockRange,
  emitters: readonly string[],
  by: string,
): FoundEvent[] {
  return logs.map((log) => {
    const { block } = log;
    const event = decodeLog(log);
    const isAsked = block >= from && block <= to && emitters.includes(log.address.toLowerCase());
    if (event === undefined || !isAsked)
      throw new ChainNodeError('odd', 'the node returned logs that were not requested');
    return { event, hash: log.tx.toLowerCase(), block, by };
  });
}
