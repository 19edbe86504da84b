import { type ChainNode, ChainNodeError } from './chain-node.ts';
import type { BlockRange } from './log.ts';
import type { Timing } from './paced-node.ts';

/** One node: its pace and its limits, and whether it is asked now. */
export interface Lane {
  readonly node: ChainNode;
  /** Returns true while the node isn't asked: after failures, or because it delays the others. */
  isResting(): boolean;
}

/** The logs of a range, as a node returned them. */
export interface Answer {
  readonly logs: readonly { readonly block: number }[];
}

export type Reading<L extends Lane, A extends Answer> = A & { readonly lane: L };

/** A range of blocks with the readings that count. */
export interface Piece<L extends Lane, A extends Answer> extends BlockRange {
  readonly readings: readonly Reading<L, A>[];
}

/** Reads ranges of blocks from several nodes in parallel, and returns them in order. */
export interface LogPool<L extends Lane, A extends Answer> {
  /**
   * Returns the next pieces of a span, without gaps. `count` receives the pieces that are ready and
   * returns how many to return; 0 waits for more. The last pieces of the span are returned anyway.
   * Drops what was read ahead when the span begins elsewhere than the last call ended.
   * @throws ChainNodeError when no node works, or all differ
   */
  next(
    span: BlockRange,
    count: (pieces: readonly Piece<L, A>[]) => number,
  ): Promise<readonly Piece<L, A>[]>;
  /** Discards everything that was read ahead. */
  forget(): void;
}

/** Maximum numbers of ranges and logs read ahead. */
const MOST_TASKS = 160;
const MOST_LOGS = 9_000;
/** Maximum number of ranges without agreement, as a multiple of all concurrent requests. */
const MOST_OPEN = 8;
/** A range is also given to another node after this many times the others' usual time. */
const SLOW_FACTOR = 4;
const SLOW_MS = { least: 1_000, unknown: 5_000 };
/** Number of durations kept for each node. */
const DURATIONS = 16;
const LOOK_MS = 250;

interface Task<L extends Lane, A extends Answer> extends BlockRange {
  readonly readings: readonly Reading<L, A>[];
  /** The readings that count. */
  readonly agreed: readonly Reading<L, A>[] | undefined;
}

interface Request<L extends Lane> extends BlockRange {
  readonly lane: L;
  readonly since: number;
}

export function createLogPool<L extends Lane, A extends Answer>(deps: {
  readonly lanes: readonly L[];
  readonly timing: Timing;
  /** `up` starts with the oldest blocks. */
  readonly direction: 'up' | 'down';
  /** Number of nodes that read each block. */
  readonly copies: number;
  /** Concurrent requests per node, to use the time of transmission. */
  readonly atOnce: number;
  /** Reads the first part of a range that the node accepts. */
  readonly read: (lane: L, range: BlockRange) => Promise<{ part: BlockRange; found: A }>;
  /**
   * Returns the readings that count, or undefined while another one is needed. `isLast`: no other
   * node can read the range.
   */
  readonly agree: (
    readings: readonly Reading<L, A>[],
    range: BlockRange,
    isLast: boolean,
  ) => readonly Reading<L, A>[] | undefined;
}): LogPool<L, A> {
  const { lanes, direction, copies, atOnce } = deps;
  const { elapsed, wait } = deps.timing;
  const isUp = direction === 'up';
  /** Ranges in the order of their return. */
  let tasks: readonly Task<L, A>[] = [];
  let requests: readonly Request<L>[] = [];
  /** The next block without a task, and the last one. */
  let planned = 0;
  let end = -1;
  let failure: unknown;
  let wake: () => void = () => undefined;
  let ticking: Promise<void> | undefined;
  const durations = new Map<L, readonly number[]>();

  const startOf = ({ from, to }: BlockRange) => (isUp ? from : to);
  const endOf = ({ from, to }: BlockRange) => (isUp ? to : from);
  const after = (block: number) => (isUp ? block + 1 : block - 1);
  const isBeyond = (block: number) => (isUp ? block > end : block < end);
  const isInside = (range: BlockRange, of: BlockRange) =>
    range.from >= of.from && range.to <= of.to;

  function forget(): void {
    tasks = [];
    requests = [];
  }

  /** Returns true for a request that takes much longer than other nodes usually do. */
  function isSlow({ lane, since }: Request<L>): boolean {
    const others = [...durations].flatMap(([of, ms]) => (of === lane ? [] : ms));
    const median = medianOf(others);
    const limit =
      median === undefined ? SLOW_MS.unknown : Math.max(SLOW_MS.least, SLOW_FACTOR * median);
    return elapsed() - since > limit;
  }

  const readersOf = (task: BlockRange) => requests.filter((request) => isInside(task, request));
  const hasReading = ({ readings }: Task<L, A>, lane: L) =>
    readings.some((reading) => reading.lane === lane);

  /** Returns true while a range needs another reading than those under way. */
  function isWanted(task: Task<L, A>): boolean {
    if (task.agreed !== undefined) return false;
    const expected = readersOf(task).filter((request) => !isSlow(request)).length;
    // Readings that differ need another one.
    const wanted = Math.min(lanes.length, Math.max(copies, task.readings.length + 1));
    return task.readings.length + expected < wanted;
  }

  /** Returns the first `length` blocks of a range and the rest, in order. */
  function cut<R extends BlockRange>(range: R, length: number): R[] {
    const { from, to } = range;
    if (to - from < length) return [range];
    return isUp
      ? [
          { ...range, to: from + length - 1 },
          { ...range, from: from + length },
        ]
      : [
          { ...range, from: to - length + 1 },
          { ...range, to: to - length },
        ];
  }

  /** Divides the task that holds these blocks, so that none is only partly inside them. */
  function divide(range: BlockRange): void {
    tasks = tasks.flatMap((task) => {
      const last = endOf(range);
      if (task.agreed !== undefined || last < task.from || last > task.to) return [task];
      const length = Math.abs(last - startOf(task)) + 1;
      return cut(task, length).map((piece) => ({
        ...piece,
        readings: task.readings.map((reading) => within(reading, piece)),
      }));
    });
  }

  /** Appends a range of up to `length` blocks that no node has read, if not too many wait. */
  function plan(length: number): void {
    const buffered = tasks.reduce((sum, { readings }) => sum + (readings[0]?.logs.length ?? 0), 0);
    const open = tasks.filter(({ agreed }) => agreed === undefined).length;
    const hasRoom =
      tasks.length < MOST_TASKS && buffered < MOST_LOGS && open < MOST_OPEN * atOnce * lanes.length;
    if (isBeyond(planned) || !hasRoom) return;
    const rest = { from: Math.min(planned, end), to: Math.max(planned, end) };
    const [range = rest] = cut(rest, length);
    planned = after(endOf(range));
    tasks = [...tasks, { ...range, readings: [], agreed: undefined }];
  }

  /** Takes the next blocks for a node: those that need another reading, then new ones. */
  function take(lane: L): BlockRange | undefined {
    const { length } = lane.node.limits.range;
    const isOpen = (task: Task<L, A>) =>
      !hasReading(task, lane) &&
      readersOf(task).every((request) => request.lane !== lane) &&
      isWanted(task);
    const first = tasks.findIndex(isOpen);
    const next = first < 0 ? tasks.length : first;
    let last = next;
    let left = length;
    // One request can cover what other nodes read in several.
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
  }

  /** Starts as many requests as the nodes accept. */
  function start(): void {
    for (let round = 0; round < atOnce; round++)
      for (const lane of lanes) {
        const open = requests.filter((request) => request.lane === lane).length;
        if (lane.isResting() || open > round) continue;
        // A longer range is tried with one request, so that only one is refused.
        if (round > 0 && !lane.node.limits.range.isProven) continue;
        const range = take(lane);
        if (range !== undefined) void run(lane, range);
      }
  }

  async function run(lane: L, range: BlockRange): Promise<void> {
    const request = { lane, ...range, since: elapsed() };
    requests = [...requests, request];
    try {
      const { part, found } = await deps.read(lane, range);
      durations.set(
        lane,
        [...(durations.get(lane) ?? []), elapsed() - request.since].slice(-DURATIONS),
      );
      if (requests.includes(request)) add({ ...found, lane }, part);
    } catch (error) {
      failure = error;
    } finally {
      requests = requests.filter((other) => other !== request);
      wake();
    }
  }

  function add(reading: Reading<L, A>, part: BlockRange): void {
    divide(part);
    tasks = tasks.map((task) =>
      isInside(task, part) && task.agreed === undefined
        ? { ...task, readings: [...task.readings, within(reading, task)] }
        : task,
    );
  }

  /** Compares the readings of each range, once there are enough. */
  function decide(): void {
    tasks = tasks.map((task) => {
      const { readings, from, to } = task;
      if (task.agreed !== undefined || readings.length === 0) return task;
      const readers = readersOf(task);
      const isLast = lanes.every((lane) => {
        const request = readers.find((reader) => reader.lane === lane);
        if (request !== undefined) return isSlow(request);
        return hasReading(task, lane) || lane.isResting();
      });
      return { ...task, agreed: deps.agree(readings, { from, to }, isLast) };
    });
  }

  /** Returns the first pieces whose readings agree. */
  function ready(): Piece<L, A>[] {
    const pieces: Piece<L, A>[] = [];
    for (const { from, to, agreed } of tasks) {
      if (agreed === undefined) break;
      pieces.push({ from, to, readings: agreed });
    }
    return pieces;
  }

  /** Lets all nodes read the ranges again about which they disagree: the fault may have passed. */
  function dropUndecided(): ChainNodeError | undefined {
    const isUndecided = ({ agreed, readings }: Task<L, A>) => !agreed && readings.length > 1;
    if (!tasks.some(isUndecided)) return undefined;
    tasks = tasks.map((task) => (isUndecided(task) ? { ...task, readings: [] } : task));
    return new ChainNodeError('odd', 'the nodes returned different logs');
  }

  async function change(): Promise<void> {
    ticking ??= wait(LOOK_MS).finally(() => {
      ticking = undefined;
    });
    await Promise.race([
      ticking,
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ]);
  }

  return {
    forget,
    async next(span, count) {
      const [first] = tasks;
      if ((first === undefined ? planned : startOf(first)) !== startOf(span)) {
        forget();
        planned = startOf(span);
      }
      end = endOf(span);
      failure = undefined;
      for (;;) {
        start();
        decide();
        const pieces = ready();
        const isIdle = requests.length === 0;
        const isAll = pieces.length === tasks.length && isBeyond(planned);
        const size = count(pieces) || (isAll || isIdle ? pieces.length : 0);
        if (size > 0 || isAll) {
          tasks = tasks.slice(size);
          return pieces.slice(0, size);
        }
        if (isIdle)
          throw dropUndecided() ?? failure ?? new ChainNodeError('down', 'no node is ready');
        await change();
        if (failure !== undefined && !(failure instanceof ChainNodeError)) {
          forget();
          throw failure;
        }
      }
    },
  };
}

/** Returns the reading's part in a range. */
function within<R extends Answer>(reading: R, { from, to }: BlockRange): R {
  return { ...reading, logs: reading.logs.filter(({ block }) => block >= from && block <= to) };
}

/** Returns the median; undefined for an empty list. */
export function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
