import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { compareReadings } from '../../../shared/chain/logs/compare-readings.ts';
import { type BlockRange, keysOf } from '../../../shared/chain/logs/log.ts';
import { createLogPool } from '../../../shared/chain/logs/pool.ts';
import type { Piece as PoolPiece, Reading } from '../../../shared/chain/logs/range-queue.ts';
import { readPart } from '../../../shared/chain/logs/read-part.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { timing } from '../../chain/timing.ts';
import type { Lane } from '../../chain/tracked-node.ts';
import { type AskLogs, type EmitterLogs, isOptionLog } from './ask-logs.ts';
import type { Differences } from './differences.ts';
import { ensureConsistent, isOurs } from './read-range.ts';

interface PieceLogs extends EmitterLogs {
  /** True if the readings also agree about events of options. */
  readonly isWhole: boolean;
}

/**
 * Final blocks with the readings that agree: two readings, or a single reading if there is only one
 * node.
 */
export type Piece = PoolPiece<Lane, PieceLogs>;

/**
 * Reads final blocks ahead of the cursor, from all nodes in parallel. With several nodes, two nodes
 * read each range. If the two readings differ, a third node reads the range, too.
 */
export interface Backfill {
  /**
   * Returns the next pieces after a block, in order and without gaps, once there are enough pieces
   * for a commit.
   * @throws ChainNodeError when no node works
   */
  next(after: number, border: Block): Promise<readonly Piece[]>;
  /** Drops everything that was read ahead of the cursor. */
  forget(): void;
}

/**
 * Number of concurrent requests per node. With several requests, a node never idles during a
 * transmission.
 */
const QUESTIONS_PER_NODE = 4;
/** Approximate number of logs per commit, and maximum number of pieces. */
const LOGS_PER_COMMIT = 3_000;
const PIECES_PER_COMMIT = 64;
const COMMIT_EVERY_MS = 15_000;

export function createBackfill(deps: {
  readonly nodes: Pick<Nodes, 'lanes'>;
  readonly clock: Clock;
  readonly ask: AskLogs;
  readonly trusted: TrustedEmitters;
  readonly differences: Differences;
}): Backfill {
  const { clock, ask, differences } = deps;
  const { lanes } = deps.nodes;
  const isTrusted = isOurs(deps.trusted);
  let border: Block | undefined;
  /** Checks whether each node has the border block. A node is asked once per border. */
  const checked = new Map<Lane, { readonly hash: string; readonly check: Promise<void> }>();
  let perCommit = 1;
  let committedAt = clock.now();

  const pool = createLogPool<Lane, PieceLogs>({
    lanes,
    timing: timing(),
    direction: 'up',
    copies: 2,
    atOnce: QUESTIONS_PER_NODE,
    read: (lane, range) =>
      lane.run(async (node) => {
        await ensureBorder(lane);
        const { part, found } = await readPart(node, range, (which) => ask.emitters(node, which));
        ensureConsistent(found.logs, [], part);
        const logs = found.logs.filter(isTrusted);
        return { part, found: { ...found, logs, isWhole: found.hasOptions } };
      }),
    agree,
  });

  /** Compares the readings of a range if there are enough of them. */
  function agree(
    readings: readonly Reading<Lane, PieceLogs>[],
    range: BlockRange,
    isLast: boolean,
  ) {
    if (lanes.length === 1) return readings;
    if (readings.length < 2) return undefined;
    const isWhole = readings.every(({ hasOptions }) => hasOptions);
    const compared = readings.map((reading) => ({
      ...reading,
      isWhole,
      keys: keysOf(isWhole ? reading.logs : reading.logs.filter((log) => !isOptionLog(log))),
    }));
    const verdict = compareReadings(compared, { isLast });
    differences.note(range, verdict);
    return verdict?.right;
  }

  /** Rejects a node that lags or has another chain, because it would return no logs. */
  function ensureBorder(lane: Lane): Promise<void> {
    const wanted = border;
    if (wanted === undefined) return Promise.resolve();
    const known = checked.get(lane);
    if (known?.hash === wanted.hash) return known.check;
    const check = requireBlock(lane.node, wanted.number).then(({ hash }) => {
      if (hash !== wanted.hash)
        throw new ChainNodeError('odd', 'the node is on another chain than the others');
    });
    checked.set(lane, { hash: wanted.hash, check });
    check.catch(() => checked.delete(lane));
    return check;
  }

  /** Returns how many pieces to commit together; 0 if it is cheaper to wait for more. */
  function commitSize(pieces: readonly Piece[]): number {
    let size = 0;
    let logs = 0;
    for (const { readings } of pieces) {
      if (size >= perCommit || logs >= LOGS_PER_COMMIT) break;
      size += 1;
      logs += readings[0]?.logs.length ?? 0;
    }
    const isEnough =
      size >= perCommit || logs >= LOGS_PER_COMMIT || clock.now() - committedAt > COMMIT_EVERY_MS;
    return isEnough ? size : 0;
  }

  return {
    forget: pool.forget,
    async next(after, newBorder) {
      border = newBorder;
      const pieces = await pool.next({ from: after + 1, to: border.number }, commitSize);
      perCommit = Math.min(perCommit * 4, PIECES_PER_COMMIT);
      committedAt = clock.now();
      return pieces;
    },
  };
}
