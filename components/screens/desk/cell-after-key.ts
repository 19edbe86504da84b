export interface Cell {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/**
 * Returns the cell to which a key moves: the next cell with a quote in the key's direction. Home
 * and End move to the first and the last cell of the column. Returns undefined for other keys and
 * at the edge.
 * @param has returns whether a cell has a quote
 */
export function cellAfterKey(
  key: string,
  from: Cell,
  size: { readonly rows: number; readonly columns: number },
  has: (cell: Cell) => boolean,
): Cell | undefined {
  const isInside = ({ row, column }: Cell) =>
    row >= 0 && row < size.rows && column >= 0 && column < size.columns;
  const step = key === 'Home' ? STEPS.ArrowDown : key === 'End' ? STEPS.ArrowUp : STEPS[key];
  if (step === undefined) return undefined;
  const isJump = key === 'Home' || key === 'End';
  let at: Cell = isJump ? { row: key === 'Home' ? -1 : size.rows, column: from.column } : from;
  do at = { row: at.row + step.row, column: at.column + step.column };
  while (isInside(at) && !has(at));
  return isInside(at) ? at : undefined;
}
