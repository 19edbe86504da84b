import type { Direction } from './direction.ts';
import type { BlockRange } from './log.ts';

export interface Answer {
  readonly logs: readonly { readonly block: number }[];
}

export type Reading<L, A extends Answer> = A & { readonly lane: L };

/** A range of blocks with its readings. */
export interface Task<L, A extends Answer> extends BlockRange {
  readonly readings: readonly Reading<L, A>[];
  /** The agreeing readings, once decided. */
  readonly agreed: readonly Reading<L, A>[] | undefined;
}

/** A range of blocks with its agreeing readings. */
export interface Piece<L, A extends Answer> extends BlockRange {
  readonly readings: readonly Reading<L, A>[];
}

/** Maximum numbers of ranges and logs read ahead. */
const MAX_TASKS = 160;
const MAX_LOGS = 9_000;

/** The ranges of a span that are in progress, in the order in which to return them. */
export interface RangeQueue<L, A extends Answer> {
  /**
   * Continues with a span. If the span doesn't begin where the last span ended, drops everything
   * and returns false.
   */
  begin(span: BlockRange): boolean;
  forget(): void;
  /** Returns true when every block of the span has a task. */
  isPlanned(): boolean;
  tasks(): readonly Task<L, A>[];
  /**
   * Returns up to `length` successive blocks of open tasks. Creates new tasks if too few tasks are
   * open. Returns undefined when no task is open and too many are waiting.
   */
  take(length: number, isOpen: (task: Task<L, A>) => boolean): BlockRange | undefined;
  add(reading: Reading<L, A>, part: BlockRange): void;
  update(change: (task: Task<L, A>) => Task<L, A>): void;
  /** Returns the first pieces whose readings agree. */
  ready(): Piece<L, A>[];
  shift(size: number): void;
}

/** Creates a queue with at most `mostOpen` tasks that have no agreement. */
export function createRangeQueue<L, A extends Answer>(
  direction: Direction,
  mostOpen: number,
): RangeQueue<L, A> {
  const { startOf, endOf, after, cut } = direction;
  let tasks: readonly Task<L, A>[] = [];
  /** The first block without a task, and the last block. */
  let planned = 0;
  let end = -1;

  const isPlanned = () => direction.isBeyond(planned, end);

  /**
   * Divides the tasks at the ends of a range, so that each task is either inside or outside of the
   * range.
   */
  function divide(range: BlockRange): void {
    const last = endOf(range);
    tasks = tasks.flatMap((task) => {
      if (task.agreed !== undefined || last < task.from || last > task.to) return [task];
      const length = Math.abs(last - startOf(task)) + 1;
      return cut(task, length).map((piece) => ({
        ...piece,
        readings: task.readings.map((reading) => within(reading, piece)),
      }));
    });
  }

  /** Appends up to `length` unread blocks, unless too many tasks are waiting. */
  function plan(length: number): void {
    const buffered = tasks.reduce((sum, { readings }) => sum + (readings[0]?.logs.length ?? 0), 0);
    const open = tasks.filter(({ agreed }) => agreed === undefined).length;
    const hasRoom = tasks.length < MAX_TASKS && buffered < MAX_LOGS && open < mostOpen;
    if (isPlanned() || !hasRoom) return;
    const rest = { from: Math.min(planned, end), to: Math.max(planned, end) };
    const [range = rest] = cut(rest, length);
    planned = after(endOf(range));
    tasks = [...tasks, { ...range, readings: [], agreed: undefined }];
  }

  return {
    begin(span) {
      const [first] = tasks;
      const isNext = (first === undefined ? planned : startOf(first)) === startOf(span);
      if (!isNext) {
        tasks = [];
        planned = startOf(span);
      }
      end = endOf(span);
      return isNext;
    },
    forget() {
      tasks = [];
    },
    isPlanned,
    tasks: () => tasks,
    take(length, isOpen) {
      const first = tasks.findIndex(isOpen);
      const next = first < 0 ? tasks.length : first;
      let last = next;
      let left = length;
      // One request can cover the blocks of several requests to other nodes.
      for (; left > 0; last++) {
        if (last === tasks.length) plan(left);
        const task = tasks[last];
        if (task === undefined || !isOpen(task)) break;
        left -= task.to - task.from + 1;
      }
      const covered = tasks.slice(next, last);
      if (covered.length === 0) return undefined;
      const whole = {
        from: Math.min(...covered.map(({ from }) => from)),
        to: Math.max(...covered.map(({ to }) => to)),
      };
      const [range = whole] = cut(whole, length);
      divide(range);
      return range;
    },
    add(reading, part) {
      divide(part);
      tasks = tasks.map((task) =>
        isInside(task, part) && task.agreed === undefined
          ? { ...task, readings: [...task.readings, within(reading, task)] }
          : task,
      );
    },
    update(change) {
      tasks = tasks.map(change);
    },
    ready() {
      const pieces: Piece<L, A>[] = [];
      for (const { from, to, agreed } of tasks) {
        if (agreed === undefined) break;
        pieces.push({ from, to, readings: agreed });
      }
      return pieces;
    },
    shift(size) {
      tasks = tasks.slice(size);
    },
  };
}

export function isInside(range: BlockRange, of: BlockRange): boolean {
  return range.from >= of.from && range.to <= of.to;
}

/** Returns the part of a reading that is in a range. */
function within<R extends Answer>(reading: R, { from, to }: BlockRange): R {
  return { ...reading, logs: reading.logs.filter(({ block }) => block >= from && block <= to) };
}
