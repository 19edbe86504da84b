import type { PositionState, PositionsView } from '../../../shared/positions/position-view.ts';
import { inOrder } from '../../hooks/use-positions.ts';

/**
 * Returns all rows, and the rows of a referrer (all rows for an empty text). Also returns the
 * referrer's proven and unproven rows in a tab, in the tab's order.
 */
export function positionRows(
  view: PositionsView | undefined,
  { tab, referrer }: { readonly tab: PositionState; readonly referrer: string },
) {
  const all = view?.rows ?? [];
  const filtered = all.filter((row) => referrer === '' || row.referrer === referrer);
  const rows = filtered.filter((row) => row.state === tab);
  const proven = rows.filter(({ isUnproven }) => !isUnproven);
  const unproven = inOrder(
    rows.filter(({ isUnproven }) => isUnproven),
    tab,
  );
  const shown = inOrder(proven, tab);
  return { all, filtered, shown, unproven };
}
