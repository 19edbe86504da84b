import { compareReadings } from '../../../shared/chain/compare-readings.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import { type ChainNode, ChainNodeError } from '../../chain/node.ts';
import type { Lane, Nodes } from '../../chain/nodes.ts';
import { medianOf } from '../../chain/patience.ts';
import { type AskLogs, isOptionLog } from './ask-logs.ts';
import { askPart, type BlockRange } from './ask-part.ts';
import type { Differences, NodeReading } from './differences.ts';
import type { HabitsOf } from './log-habits.ts';
import { type Log, logKey } from './read-logs.ts';
import { isOurs, requireConsistent } from './read-range.ts';

/** A range of final blocks, as its nodes read it. */
export interface Piece extends BlockRange {
  /** Readings that agree: two, or one with a single node. */
  readonly readings: readonly PieceReading[];
  /** Whether the readings agree about events of options too. */
  readonly isWhole: boolean;
}

interface PieceReading extends NodeReading {
  readonly logs: readonly Log[];
  /** False when options must be queried by address. */
  readonly hasOptions: boolean;
}

/**
 * Reads final blocks ahead of the cursor, from all nodes in parallel. With several nodes, two read
 * each range, and a third when these differ.
 */
export interface Backfill {
  /**
   * Returns the next pieces after a block, in order and without gaps, once there are enough for one
   * commit.
   * @throws ChainNodeError when no node works
   */
  next(after: number, border: Block): Promise<readonly Piece[]>;
  /** Discards everything that was read ahead. */
  forget(): void;
}

/** Concurrent requests per node, to use the time of transmission. */
const QUESTIONS_PER_NODE = 4;
/** Maximum number of pieces read ahead. */
const MOST_PIECES = 160;
const MOST_LOGS = 9_000;
/** Approximate number of logs per commit, and maximum number of pieces. */
const LOGS_PER_COMMIT = 3_000;
const PIECES_PER_COMMIT = 64;
const COMMIT_EVERY_MS = 15_000;
/** A range is also given to another node after this many times the others' usual time. */
const SLOW_FACTOR = 4;
const SLOW_MS = { least: 1_000, unknown: 5_000 };
/** Number of durations kept for each node. */
const DURATIONS = 16;
const LOOK_MS = 100;

interface Task {
  readonly from: number;
  to: number;
  readonly readings: PieceReading[];
  /** Nodes that are reading it, and since when. */
  readonly readers: Map<Lane, number>;
  piece: Piece | undefined;
}

export function createBackfill(deps: {
  readonly nodes: Pick<Nodes, 'lanes'>;
  readonly clock: Clock;
  readonly ask: AskLogs;
  readonly habitsOf: HabitsOf;
  readonly trusted: TrustedEmitters;
  readonly differences: Differences;
}): Backfill {
  const { nodes, clock, ask, habitsOf, differences } = deps;
  const { lanes } = nodes;
  const isTrusted = isOurs(deps.trusted);
  let tasks: Task[] = [];
  let planned = 0;
  let border: Block | undefined;
  /** Nodes that have the border block, each asked once per border. */
  const agreed = new Map<Lane, { readonly hash: string; readonly check: Promise<void> }>();
  let perCommit = 1;
  let committedAt = clock.now();
  let lastError: unknown;
  let onChange: () => void = () => undefined;
  const underWay = new Map<Lane, number>();
  const durations = new Map<Lane, readonly number[]>();

  function forget(): void {
    tasks = [];
    planned = 0;
  }

  /** Returns true for a reader that takes much longer than other nodes usually do. */
  function isSlow(reader: Lane, since: number): boolean {
    const others = [...durations].flatMap(([lane, ms]) => (lane === reader ? [] : ms));
    const median = medianOf(others);
    const limit =
      median === undefined ? SLOW_MS.unknown : Math.max(SLOW_MS.least, SLOW_FACTOR * median);
    return performance.now() - since > limit;
  }

  /** Returns true while a range needs another reading than those under way. */
  function isWanted({ piece, readings, readers }: Task): boolean {
    if (piece !== undefined) return false;
    const expected = [...readers].filter(([lane, since]) => !isSlow(lane, since)).length;
    // Two readings that differ need a third.
    const wanted = Math.min(lanes.length, Math.max(2, readings.length + 1));
    return readings.length + expected < wanted;
  }

  const hasRead = ({ readings, readers }: Task, lane: Lane) =>
    readers.has(lane) || readings.some((reading) => reading.lane === lane);

  function pick(lane: Lane): Task | undefined {
    const waiting = tasks.find((task) => !hasRead(task, lane) && isWanted(task));
    if (waiting !== undefined) return waiting;
    const buffered = tasks.reduce((sum, { readings }) => sum + (readings[0]?.logs.length ?? 0), 0);
    const reading = tasks.filter(({ piece }) => piece === undefined).length;
    const hasRoom =
      tasks.length < MOST_PIECES &&
      buffered < MOST_LOGS &&
      reading < 2 * QUESTIONS_PER_NODE * lanes.length;
    const last = border?.number ?? -1;
    if (planned > last || !hasRoom) return undefined;
    const to = Math.min(planned + habitsOf(lane.node).range.length - 1, last);
    const task = createTask(planned, to);
    planned = to + 1;
    tasks.push(task);
    return task;
  }

  /** Starts as many requests as the nodes accept. */
  function start(): void {
    for (let round = 0; round < QUESTIONS_PER_NODE; round++)
      for (const lane of lanes) {
        if (lane.isResting() || (underWay.get(lane) ?? 0) > round) continue;
        // A longer range is tried with one request, so that only one is refused.
        if (round > 0 && !habitsOf(lane.node).range.isProven) continue;
        const task = pick(lane);
        if (task !== undefined) void run(lane, task);
      }
    for (const task of tasks) decide(task);
  }

  /** Compares the readings of a range, once there are enough. */
  function decide(task: Task): void {
    const { readings, readers, from, to } = task;
    const [only] = readings;
    if (task.piece !== undefined || only === undefined) return;
    if (lanes.length === 1) {
      task.piece = { from, to, readings: [only], isWhole: only.hasOptions };
      return;
    }
    if (readings.length < 2) return;
    const isWhole = readings.every(({ hasOptions }) => hasOptions);
    const compared = readings.map((reading) =>
      isWhole
        ? reading
        : { ...reading, keys: keysOf(reading.logs.filter((log) => !isOptionLog(log))) },
    );
    const isLast =
      [...readers].every(([lane, since]) => isSlow(lane, since)) &&
      lanes.every((lane) => hasRead(task, lane) || lane.isResting());
    const verdict = compareReadings(compared, { isLast });
    if (verdict === undefined) {
      differences.note({ from, to }, undefined);
      return;
    }
    differences.note({ from, to }, verdict);
    task.piece = { from, to, readings: verdict.right, isWhole };
  }

  async function run(lane: Lane, task: Task): Promise<void> {
    underWay.set(lane, (underWay.get(lane) ?? 0) + 1);
    const since = performance.now();
    task.readers.set(lane, since);
    try {
      const found = await lane.run(async (node) => {
        await requireBorder(lane);
        return readTask(node, task);
      });
      durations.set(
        lane,
        [...(durations.get(lane) ?? []), performance.now() - since].slice(-DURATIONS),
      );
      if (found !== undefined && task.piece === undefined) {
        const logs = found.logs.filter(isTrusted);
        task.readings.push({ ...found, lane, logs, keys: keysOf(logs) });
      }
    } catch (error) {
      lastError = error;
      // Errors of our own are thrown where the pieces are awaited.
      if (!(error instanceof ChainNodeError)) forget();
    } finally {
      underWay.set(lane, (underWay.get(lane) ?? 1) - 1);
      task.readers.delete(lane);
      decide(task);
      onChange();
    }
  }

  /** Rejects a node that lags or follows another chain, because it would return no logs. */
  function requireBorder(lane: Lane): Promise<void> {
    const wanted = border;
    if (wanted === undefined) return Promise.resolve();
    const known = agreed.get(lane);
    if (known?.hash === wanted.hash) return known.check;
    const check = requireBlock(lane.node, wanted.number).then(({ hash }) => {
      if (hash !== wanted.hash)
        throw new ChainNodeError('odd', 'the node is on another chain than the others');
    });
    agreed.set(lane, { hash: wanted.hash, check });
    check.catch(() => agreed.delete(lane));
    return check;
  }

  /** Returns the rest of a task, from a block on, to the queue. */
  function giveBack(task: Task, from: number): void {
    const at = tasks.indexOf(task);
    const isShared = task.readers.size > 1 || task.readings.length > 0;
    if (from > task.to || isShared || at < 0) return;
    tasks.splice(at + 1, 0, createTask(from, task.to));
    task.to = from - 1;
  }

  function createTask(from: number, to: number): Task {
    return { from, to, readings: [], readers: new Map(), piece: undefined };
  }

  /**
   * Reads a piece from one node, in as many requests as its limit requires. Returns undefined when
   * others were faster.
   */
  async function readTask(node: ChainNode, task: Task) {
    const logs: Log[] = [];
    let hasOptions = true;
    for (let at = task.from; at <= task.to; ) {
      const rest = { from: at, to: task.to };
      const { part, found } = await askPart(node, habitsOf, rest, (which) =>
        ask.emitters(node, which),
      );
      logs.push(...found.logs);
      hasOptions &&= found.hasOptions;
      at = part.to + 1;
      if (task.piece !== undefined) return undefined;
      giveBack(task, at);
    }
    requireConsistent(logs, [], task);
    return { logs, hasOptions };
  }

  /**
   * Returns the first pieces that can be committed together; none while waiting for more is
   * cheaper.
   */
  function ready(): Piece[] {
    const pieces: Piece[] = [];
    let logs = 0;
    for (const task of tasks) {
      if (!task.piece || pieces.length >= perCommit || logs >= LOGS_PER_COMMIT) break;
      pieces.push(task.piece);
      logs += task.piece.readings[0]?.logs.length ?? 0;
    }
    const isEnough =
      pieces.length >= perCommit ||
      logs >= LOGS_PER_COMMIT ||
      pieces.at(-1)?.to === border?.number ||
      clock.now() - committedAt > COMMIT_EVERY_MS;
    return isEnough ? pieces : [];
  }

  /** Lets all nodes read again what they disagree about, because the fault may have passed. */
  function dropUndecided(): ChainNodeError | undefined {
    const undecided = tasks.filter(({ piece, readings }) => !piece && readings.length > 1);
    for (const { readings } of undecided) readings.splice(0);
    return undecided.length === 0
      ? undefined
      : new ChainNodeError('odd', 'the nodes returned different logs');
  }

  return {
    forget,
    async next(after, newBorder) {
      if (tasks[0] === undefined ? planned !== after + 1 : tasks[0].from !== after + 1) {
        forget();
        planned = after + 1;
        perCommit = 1;
        committedAt = clock.now();
      }
      border = newBorder;
      for (;;) {
        lastError = undefined;
        start();
        const pieces = ready();
        if (pieces.length > 0) {
          tasks = tasks.slice(pieces.length);
          perCommit = Math.min(perCommit * 4, PIECES_PER_COMMIT);
          committedAt = clock.now();
          return pieces;
        }
        const isIdle = lanes.every((lane) => (underWay.get(lane) ?? 0) === 0);
        if (isIdle)
          throw dropUndecided() ?? lastError ?? new ChainNodeError('down', 'no node is ready');
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_MS);
          onChange = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        if (lastError !== undefined && !(lastError instanceof ChainNodeError)) throw lastError;
      }
    },
  };
}

function keysOf(logs: readonly Log[]): Set<string> {
  return new Set(logs.map(logKey));
}
