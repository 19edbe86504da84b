import type { Clock } from '../../../shared/ports.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import { type ChainNode, ChainNodeError } from '../../chain/node.ts';
import type { Lane, Nodes } from '../../chain/nodes.ts';
import { type AskLogs, inOrder } from './ask-logs.ts';
import { askPart } from './ask-part.ts';
import type { HabitsOf } from './log-habits.ts';
import type { Log } from './read-logs.ts';
import { requireConsistent } from './read-range.ts';

/** A range of final blocks, with its logs from one node. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly logs: readonly Log[];
  /** False when options must be queried by address. */
  readonly hasOptions: boolean;
}

/** Reads final blocks ahead of the cursor, from all nodes in parallel. */
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
/** A request that takes longer is also sent to another node. */
const SLOW_MS = 20_000;
const LOOK_MS = 100;

interface Task {
  readonly from: number;
  to: number;
  logs: readonly Log[] | undefined;
  hasOptions: boolean;
  /** The node that found no event; another must agree if there is one. */
  emptyBy: Lane | undefined;
  isReady: boolean;
  /** Nodes that are reading it, and since when. */
  readers: Lane[];
  since: number;
}

export function createBackfill(deps: {
  readonly nodes: Pick<Nodes, 'lanes'>;
  readonly clock: Clock;
  readonly ask: AskLogs;
  readonly habitsOf: HabitsOf;
}): Backfill {
  const { nodes, clock, ask, habitsOf } = deps;
  const { lanes } = nodes;
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

  function forget(): void {
    tasks = [];
    planned = 0;
  }

  function pick(lane: Lane): Task | undefined {
    const now = clock.now();
    const isFree = (task: Task) => !task.isReady && task.readers.length === 0;
    const waiting = tasks.find((task) => isFree(task) && task.emptyBy !== lane);
    if (waiting !== undefined) return waiting;
    const buffered = tasks.reduce((sum, { logs }) => sum + (logs?.length ?? 0), 0);
    const reading = tasks.filter(({ isReady }) => !isReady).length;
    const hasRoom =
      tasks.length < MOST_PIECES &&
      buffered < MOST_LOGS &&
      reading < 2 * QUESTIONS_PER_NODE * lanes.length;
    const last = border?.number ?? -1;
    if (planned <= last && hasRoom) {
      const to = Math.min(planned + habitsOf(lane.node).range.length - 1, last);
      const task = createTask(planned, to);
      planned = to + 1;
      tasks.push(task);
      return task;
    }
    // The first task blocks the others, so it goes first.
    const [head] = tasks;
    const isSlow = head !== undefined && !head.isReady && now - head.since > SLOW_MS;
    return isSlow && !head.readers.includes(lane) && head.emptyBy !== lane ? head : undefined;
  }

  /** Starts as many requests as the nodes accept. */
  function start(): void {
    for (let round = 0; round < QUESTIONS_PER_NODE; round++)
      for (const lane of lanes) {
        if (lane.restsUntil() > clock.now() || (underWay.get(lane) ?? 0) > round) continue;
        // A longer range is tried with one request, so that only one is refused.
        if (round > 0 && !habitsOf(lane.node).range.isProven) continue;
        const task = pick(lane);
        if (task !== undefined) void run(lane, task);
      }
    confirmWithoutOthers();
  }

  /** Accepts an empty range when no other node is available. */
  function confirmWithoutOthers(): void {
    const now = clock.now();
    for (const task of tasks)
      if (task.emptyBy !== undefined && !task.isReady && task.readers.length === 0)
        task.isReady = lanes.every((lane) => lane === task.emptyBy || lane.restsUntil() > now);
  }

  async function run(lane: Lane, task: Task): Promise<void> {
    underWay.set(lane, (underWay.get(lane) ?? 0) + 1);
    task.readers.push(lane);
    task.since = clock.now();
    try {
      const found = await lane.run(async (node) => {
        await requireBorder(lane);
        return readTask(node, task);
      });
      if (!task.isReady) take(lane, task, found);
    } catch (error) {
      lastError = error;
      // Errors of our own are thrown where the pieces are awaited.
      if (!(error instanceof ChainNodeError)) forget();
    } finally {
      underWay.set(lane, (underWay.get(lane) ?? 1) - 1);
      task.readers.splice(task.readers.indexOf(lane), 1);
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

  function take(
    lane: Lane,
    task: Task,
    found: { logs: readonly Log[]; hasOptions: boolean },
  ): void {
    if (task.emptyBy !== undefined && found.logs.length > 0)
      task.emptyBy.fail(
        new ChainNodeError('odd', 'the node omitted logs that another node returned'),
      );
    task.logs = found.logs;
    task.hasOptions = found.hasOptions;
    task.isReady = found.logs.length > 0 || lanes.length === 1 || task.emptyBy !== undefined;
    task.emptyBy = lane;
  }

  /** Returns the rest of a task, from a block on, to the queue. */
  function giveBack(task: Task, from: number): void {
    const at = tasks.indexOf(task);
    const isShared = task.readers.length > 1 || task.emptyBy !== undefined;
    if (from > task.to || isShared || at < 0) return;
    tasks.splice(at + 1, 0, createTask(from, task.to));
    task.to = from - 1;
  }

  function createTask(from: number, to: number): Task {
    return {
      from,
      to,
      logs: undefined,
      hasOptions: true,
      emptyBy: undefined,
      isReady: false,
      readers: [],
      since: clock.now(),
    };
  }

  /** Reads a piece from one node, in as many requests as its limit requires. */
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
      if (!task.isReady || pieces.length >= perCommit || logs >= LOGS_PER_COMMIT) break;
      pieces.push({ ...task, logs: task.logs ?? [] });
      logs += task.logs?.length ?? 0;
    }
    const isEnough =
      pieces.length >= perCommit ||
      logs >= LOGS_PER_COMMIT ||
      pieces.at(-1)?.to === border?.number ||
      clock.now() - committedAt > COMMIT_EVERY_MS;
    return isEnough ? pieces : [];
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
        if (isIdle) throw lastError ?? new ChainNodeError('down', 'no node is ready');
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

/** Adds events of options to pieces that were read with an address filter. */
export async function withOptionLogs(
  pieces: readonly Piece[],
  deps: {
    readonly nodes: Pick<Nodes, 'use'>;
    readonly ask: AskLogs;
    readonly habitsOf: HabitsOf;
    readonly known: () => Promise<readonly `0x${string}`[]>;
    readonly createdIn: (logs: readonly Log[]) => `0x${string}`[];
  },
): Promise<Log[]> {
  const { nodes, ask, habitsOf, known, createdIn } = deps;
  const logs: Log[] = [];
  let options: Set<`0x${string}`> | undefined;
  for (const piece of pieces) {
    logs.push(...piece.logs);
    if (piece.hasOptions) {
      if (options !== undefined) for (const option of createdIn(piece.logs)) options.add(option);
      continue;
    }
    // Options created earlier in this commit aren't stored yet.
    options ??= new Set([...(await known()), ...createdIn(logs)]);
    for (const option of createdIn(piece.logs)) options.add(option);
    const asked = [...options];
    for (let at = piece.from; at <= piece.to; ) {
      const rest = { from: at, to: piece.to };
      const { part, found } = await nodes.use((node) =>
        askPart(node, habitsOf, rest, async (which) => {
          const logs = await ask.options(node, which, asked);
          requireConsistent(logs, [], which);
          return { logs };
        }),
      );
      logs.push(...found.logs);
      for (const option of createdIn(found.logs)) options.add(option);
      asked.splice(0, asked.length, ...options);
      at = part.to + 1;
    }
  }
  return inOrder(logs);
}
