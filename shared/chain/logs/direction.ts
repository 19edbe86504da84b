import type { BlockRange } from './log.ts';

/** The order in which blocks are read. `up` starts with the oldest. */
export interface Direction {
  startOf(range: BlockRange): number;
  endOf(range: BlockRange): number;
  after(block: number): number;
  isBeyond(block: number, end: number): boolean;
  /** Splits a range into its first `length` blocks in reading order, and the remaining blocks. */
  cut<R extends BlockRange>(range: R, length: number): R[];
}

const UP: Direction = {
  startOf: ({ from }) => from,
  endOf: ({ to }) => to,
  after: (block) => block + 1,
  isBeyond: (block, end) => block > end,
  cut(range, length) {
    const { from, to } = range;
    if (to - from < length) return [range];
    return [
      { ...range, to: from + length - 1 },
      { ...range, from: from + length },
    ];
  },
};

const DOWN: Direction = {
  startOf: ({ to }) => to,
  endOf: ({ from }) => from,
  after: (block) => block - 1,
  isBeyond: (block, end) => block < end,
  cut(range, length) {
    const { from, to } = range;
    if (to - from < length) return [range];
    return [
      { ...range, from: to - length + 1 },
      { ...range, to: to - length },
    ];
  },
};

export const DIRECTIONS = { up: UP, down: DOWN } as const;
