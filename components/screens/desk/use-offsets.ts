import { type Offset, offsetsFor } from '../../../shared/desk/offsets.ts';
import type { ListedSpot } from '../../../shared/messages/market.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useOrderList } from '../../hooks/use-order-list.ts';

/** Number of opposite orders that the user can choose from. */
const SHOWN = 3;

/** Live orders that offset a position, the best first, or the reason why there is no such order. */
export type Offsets =
  | { readonly state: 'found'; readonly offsets: readonly Offset[]; readonly spot: ListedSpot }
  | { readonly state: 'notVerified' | 'reading' | 'dead' | 'noMaker' };

export function useOffsets(row: PositionRow): Offsets {
  const { view, isLive } = useOrderList();
  const now = Math.floor(useNow() / 1000);
  if (row.verification !== 'verified') return { state: 'notVerified' };
  const spot = row.asset === undefined ? undefined : view?.spot[row.asset];
  const offsets =
    spot === undefined ? [] : offsetsFor(row, view?.rows ?? [], { spot, now }).slice(0, SHOWN);
  if (spot !== undefined && offsets.length > 0) return { state: 'found', offsets, spot };
  if (view?.problem !== undefined) return { state: 'dead' };
  return { state: isLive ? 'noMaker' : 'reading' };
}
