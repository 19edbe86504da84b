import type { PositionRecord } from '../../shared/positions/record.ts';
import { optionStatus, type Side, valuePosition } from '../../shared/positions/value.ts';
import { unixSeconds } from '../../shared/units.ts';
import { publishedText, recordOf } from './position-row.ts';
import type { EventRow, PositionRow } from './tables.ts';

/** One entry of a side's profit as deployed indexers tell it; unknown figures are null. */
export function profitEntry(position: PositionRecord, side: Side, now: number) {
  const { realized } = valuePosition({ position, side, now: unixSeconds(now) });
  const status = optionStatus(position, unixSeconds(now));
  const cost = side === 'buyer' ? position.entryPremium : undefined;
  return {
    side,
    entryRfqId: position.quotationId?.toString() ?? '',
    exitType: status,
    exitRfqId: null,
    cost: cost?.toString() ?? null,
    value: realized?.value.toString() ?? null,
    pnl: realized?.profit?.toString() ?? null,
    collateralToken: position.collateralToken,
    collateralCost: null,
    collateralValue: null,
    collateralPnl: null,
    deliveryToken: null,
    deliveryCost: null,
    deliveryValue: null,
    deliveryPnl: null,
    costUsd: null,
    valueUsd: null,
    pnlUsd: realized?.profitUsd?.toString() ?? null,
    pnlPct:
      realized?.profitBps === undefined ? null : (Number(realized.profitBps) / 100).toFixed(2),
  };
}

/** Everything that is known of one option. */
export function optionDetail(row: PositionRow, events: readonly EventRow[], now: number) {
  const position = recordOf(row);
  const published: Record<string, unknown> = JSON.parse(publishedText(row, now));
  const pnl: Record<string, ReturnType<typeof profitEntry>[]> = {};
  for (const side of ['buyer', 'seller'] as const) {
    const holder = position[side];
    pnl[holder] = [...(pnl[holder] ?? []), profitEntry(position, side, now)];
  }
  return {
    ...published,
    optionAddress: row.address,
    pnl,
    optionEvents: events.map(eventToWire),
  };
}

export function eventToWire({ type, block, log_index, time, tx, body }: EventRow) {
  const args: Record<string, unknown> = JSON.parse(body);
  return { type, blockNumber: block, logIndex: log_index, timestamp: time, txHash: tx, args };
}
