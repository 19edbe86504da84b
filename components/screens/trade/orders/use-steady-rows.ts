import { useMemo, useState } from 'react';
import type { ListedOrder } from '../../../../shared/desk/one-row-per-terms.ts';
import { holdRows, type PlacedRow, placeRows } from './hold-rows.ts';

/**
 * Returns the rows of a list that doesn't move while it is held, for example under the pointer. A
 * change of the filter or the order (`question`) applies immediately.
 */
export function useSteadyRows(options: {
  rows: readonly ListedOrder[];
  question: unknown;
  isHeld: boolean;
}): { readonly rows: readonly PlacedRow[]; readonly waiting: number } {
  const { rows, question, isHeld } = options;
  const [kept, setKept] = useState(() => ({ rows, question, placed: placeRows(rows) }));
  const isKept = isHeld && kept.question === question;
  // Sets the state during rendering, so that no frame shows the old list.
  if (!isKept && (kept.rows !== rows || kept.question !== question)) {
    setKept({ rows, question, placed: placeRows(rows) });
  }
  return useMemo(
    () => (kept.rows === rows ? { rows: kept.placed, waiting: 0 } : holdRows(kept.placed, rows)),
    [kept, rows],
  );
}
