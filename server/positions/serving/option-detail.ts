import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import { optionStatus, type Side, valuePosition } from '../../../shared/positions/value.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { StoredEvent } from './queries.ts';

/** Returns the profit of a side in the format of deployed indexers. Unknown values are null. */
export function profitEntry(position: PositionRecord, side: Side, now: UnixSeconds) {
  const { realized } = valuePosition({ position, side, now });
  const status = optionStatus(position, now);
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

/** Returns everything known about one option. */
export function optionDetail(
  position: PositionRecord,
  events: readonly StoredEvent[],
  now: UnixSeconds,
) {
  const pnl: Record<string, ReturnType<typeof profitEntry>[]> = {};
  for (const side of ['buyer', 'seller'] as const) {
    const holder = position[side];
    pnl[holder] = [...(pnl[holder] ?? []), profitEntry(position, side, now)];
  }
  return {
    ...positionToWire(position, now),
    optionAddress: position.address,
    pnl,
    optionEvents: events.map(({ type, block, log_index, time, tx, args }) => ({
      type,
      blockNumber: block,
      logIndex: log_index,
      timestamp: time,
      txHash: tx,
      args,
    })),
  };
}
