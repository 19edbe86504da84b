import { type ChainNode, ChainNodeError } from './chain-node.ts';
import { DIRECTIONS } from './direction.ts';
import type { BlockRange } from './log.ts';
import type { Timing } from './paced-node.ts';
import {
  type Answer,
  createRangeQueue,
  isInside,
  type Piece,
  type Reading,
  type Task,
} from './range-queue.ts';
import { createUsualTimes } from './usual-times.ts';

/** One node with its pace and limits. */
export interface Lane {
  readonly node: ChainNode;
  /** Returns true while the node gets no requests: after failures, or if it delays other nodes. */
  isResting(): boolean;
}

/** Reads ranges of blocks from several nodes in parallel, and returns them in order. */
export interface LogPool<L extends Lane, A extends Answer> {
  /**
   * Returns the next pieces of a span, without gaps. `count` gets the ready pieces and returns how
   * many of them to return; 0 waits for more. The last pieces of the span are returned in any case.
   * Drops blocks that were read ahead if the span doesn't begin where the last call ended.
   * @throws ChainNodeError when no node works, or when the readings of all nodes differ
   */
  next(
    span: BlockRange,
    count: (pieces: readonly Piece<L, A>[]) => number,
  ): Promise<readonly Piece<L, A>[]>;
  /** Drops everything that was read ahead. */
  forget(): void;
}

/** Maximum number of undecided ranges, as a multiple of all concurrent requests. */
const MAX_OPEN = 8;
/**
 * If a node takes this many times the usual time of the other nodes, another node also gets the
 * range.
 */
const SLOW_FACTOR = 4;
const SLOW_MS = { least: 1_000, unknown: 5_000 };
const LOOK_MS = 250;

interface Request<L extends Lane> extends BlockRange {
  readonly lane: L;
  readonly since: number;
}

interface LogPoolDeps<L extends Lane, A extends Answer> {
  readonly lanes: readonly L[];
  readonly timing: Timing;
  /** `up` starts with the oldest blocks. */
  readonly direction: 'up' | 'down';
  readonly copies: number;
  /** Number of concurrent requests per node, so that nodes don't wait for transmission. */
  readonly atOnce: number;
  /** Reads the first part of a range that the node accepts. */
  readonly read: (lane: L, range: BlockRange) => Promise<{ part: BlockRange; found: A }>;
  /**
   * Returns the agreeing readings, or undefined while another reading is needed. `isLast` is true
   * if no other node can read the range.
   */
  readonly agree: (
    readings: readonly Reading<L, A>[],
    range: BlockRange,
    isLast: boolean,
  ) => readonly Reading<L, A>[] | undefined;
}

/**
 * Gives up a hanging request if its range is longer than any range that the node has returned. The
 * node then reads shorter ranges. If the longer range still arrives, later ranges may be as long.
 */
function withoutHanging<L extends Lane>(
  requests: readonly Request<L>[],
  isSlow: (request: Request<L>) => boolean,
): readonly Request<L>[] {
  return requests.filter((request) => {
    const { range } = request.lane.node.limits;
    const length = request.to - request.from + 1;
    if (!isSlow(request) || range.proven === 0 || length <= range.proven) return true;
    range.refuse(length, { limit: undefined, isPassing: false });
    return false;
  });
}

export function createLogPool<L extends Lane, A extends Answer>(
  deps: LogPoolDeps<L, A>,
): LogPool<L, A> {
  const { lanes, copies, atOnce } = deps;
  const { elapsed, wait } = deps.timing;
  const queue = createRangeQueue<L, A>(
    DIRECTIONS[deps.direction],
    MAX_OPEN * atOnce * lanes.length,
  );
  const times = createUsualTimes<L>();
  let requests: readonly Request<L>[] = [];
  let failure: unknown;
  let wake: () => void = () => undefined;
  let ticking: Promise<void> | undefined;

  function forget(): void {
    queue.forget();
    requests = [];
  }

  /** Returns true for a request that takes much longer than other nodes usually do. */
  function isSlow({ lane, since }: Request<L>): boolean {
    const limit = times.limitFor(lane, SLOW_FACTOR, SLOW_MS.least) ?? SLOW_MS.unknown;
    return elapsed() - since > limit;
  }

  const readersOf = (task: BlockRange) => requests.filter((request) => isInside(task, request));
  const hasReading = ({ readings }: Task<L, A>, lane: L) =>
    readings.some((reading) => reading.lane === lane);

  /** Returns true while a range needs more readings than the readings in progress. */
  function isWanted(task: Task<L, A>): boolean {
    if (task.agreed !== undefined) return false;
    const expected = readersOf(task).filter((request) => !isSlow(request)).length;
    // If the readings differ, the range needs one more reading.
    const wanted = Math.min(lanes.length, Math.max(copies, task.readings.length + 1));
    return task.readings.length + expected < wanted;
  }

  /** Returns the next blocks for a node: blocks that need another reading, then new blocks. */
  function take(lane: L): BlockRange | undefined {
    return queue.take(
      lane.node.limits.range.length,
      (task) =>
        !hasReading(task, lane) &&
        readersOf(task).every((request) => request.lane !== lane) &&
        isWanted(task),
    );
  }

  function start(): void {
    for (let round = 0; round < atOnce; round++)
      for (const lane of lanes) {
        const open = requests.filter((request) => request.lane === lane).length;
        if (lane.isResting() || open > round) continue;
        // A longer range is tried with a single request, so that at most one request is refused.
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
      times.note(lane, elapsed() - request.since);
      if (requests.includes(request)) queue.add({ ...found, lane }, part);
    } catch (error) {
      failure = error;
    } finally {
      requests = requests.filter((other) => other !== request);
      wake();
    }
  }

  /** Compares the readings of each range that has enough readings. */
  function decide(): void {
    queue.update((task) => {
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

  /** Lets all nodes read disputed ranges again, because the fault may have passed. */
  function dropUndecided(): ChainNodeError | undefined {
    const isUndecided = ({ agreed, readings }: Task<L, A>) => !agreed && readings.length > 1;
    if (!queue.tasks().some(isUndecided)) return undefined;
    queue.update((task) => (isUndecided(task) ? { ...task, readings: [] } : task));
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
      if (!queue.begin(span)) requests = [];
      failure = undefined;
      for (;;) {
        requests = withoutHanging(requests, isSlow);
        start();
        decide();
        const pieces = queue.ready();
        const isIdle = requests.length === 0;
        const isAll = pieces.length === queue.tasks().length && queue.isPlanned();
        const size = count(pieces) || (isAll || isIdle ? pieces.length : 0);
        if (size > 0 || isAll) {
          queue.shift(size);
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
