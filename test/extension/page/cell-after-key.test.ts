import { describe, expect, it } from 'vitest';
import { cellAfterKey } from '../../../components/screens/desk/cell-after-key.ts';

/** Quotes of three strikes: `x` marks a cell with a quote. */
const QUOTES = ['x..x', '....', '.x.x'];
const size = { rows: QUOTES.length, columns: 4 };
const has = ({ row, column }: { row: number; column: number }) => QUOTES[row]?.[column] === 'x';
const reached = (key: string, row: number, column: number) =>
  cellAfterKey(key, { row, column }, size, has);

describe('the keys of an option chain', () => {
  it('an arrow key moves to the next quote in its direction, past empty cells', () => {
    expect(reached('ArrowRight', 0, 0)).toEqual({ row: 0, column: 3 });
    expect(reached('ArrowDown', 0, 3)).toEqual({ row: 2, column: 3 });
    expect(reached('ArrowLeft', 2, 3)).toEqual({ row: 2, column: 1 });
    expect(reached('ArrowUp', 2, 3)).toEqual({ row: 0, column: 3 });
  });

  it('Home and End move to the first and the last quote of a column', () => {
    expect(reached('End', 0, 3)).toEqual({ row: 2, column: 3 });
    expect(reached('Home', 2, 3)).toEqual({ row: 0, column: 3 });
    expect(reached('Home', 2, 1)).toEqual({ row: 2, column: 1 });
  });

  it('an arrow key doesn’t move when no quote follows in its direction, and Enter does nothing', () => {
    expect(reached('ArrowDown', 2, 1)).toBeUndefined();
    expect(reached('ArrowUp', 2, 1)).toBeUndefined();
    expect(reached('ArrowRight', 0, 3)).toBeUndefined();
    expect(reached('Enter', 0, 0)).toBeUndefined();
  });
});
