import type { Address } from 'viem';
import { applyTransaction } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { RecentTrade } from './recent-trades.ts';

export interface Applied {
  readonly positions: readonly PositionRecord[];
  /** Of positions that the indexer does not know, or not as they are by now. */
  readonly fresh: ReadonlySet<Address>;
  /** Open ones whose settlement was tried without a price of the oracle. */
  readonly failed: ReadonlySet<Address>;
  /** Hashes of trades that the indexer knows all about. */
  readonly known: ReadonlySet<string>;
}

/** The indexer's positions with what own receipts say beyond them. Pure. */
export function applyTrades(
  indexed: readonly PositionRecord[],
  trades: readonly RecentTrade[],
): Applied {
  const told = new Map(indexed.map((position) => [position.address, position]));
  const current = new Map(told);
  const changes = trades.map(({ events }) => {
    const changed = applyTransaction(events, (address) => current.get(address));
    for (const position of changed.values()) current.set(position.address, position);
    return { events, changed: [...changed.values()] };
  });
  const isOpen = (address: Address) => current.get(address)?.status === 'open';
  const failed = trades.flatMap(({ events }) =>
    events.events.flatMap(({ event }) =>
      event.type === 'settlement-failed' && isOpen(event.option) ? [event.option] : [],
    ),
  );
  const known = changes
    .filter(({ changed }) => changed.every((one) => isSame(one, told.get(one.address))))
    .filter(({ events }) =>
      events.events.every(
        ({ event }) => event.type !== 'settlement-failed' || !isOpen(event.option),
      ),
    )
    .map(({ events }) => events.hash);
  const positions = [...current.values()];
  const fresh = positions.filter((position) => !isSame(position, told.get(position.address)));
  return {
    positions,
    fresh: new Set(fresh.map(({ address }) => address)),
    failed: new Set(failed),
    known: new Set(known),
  };
}

/** Whether two states of a position are one in everything that its holders see. */
function isSame(a: PositionRecord, b: PositionRecord | undefined): boolean {
  return (
    b !== undefined &&
    a.status === b.status &&
    a.buyer === b.buyer &&
    a.seller === b.seller &&
    a.numContracts === b.numContracts &&
    a.collateralAmount === b.collateralAmount &&
    a.settlement?.settlementPrice === b.settlement?.settlementPrice &&
    a.settlement?.payoutBuyer === b.settlement?.payoutBuyer
  );
}
