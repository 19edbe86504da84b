import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Pace } from '../../../shared/chain/logs/pace.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { NodeStatus } from '../../chain/tracked-node.ts';
import type { Difference } from '../reading/differences.ts';
import type { IndexerWork } from '../reading/indexer.ts';
import { progressOf } from '../reading/progress.ts';
import type { CursorRow } from '../storing/row-schemas.ts';

/** Maximum age of the newest block in seconds. Beyond this age, something has failed. */
const OLDEST_BLOCK_S = 60;
/** Maximum milliseconds since the writing instance stored the head. */
const SILENCE_MS = 120_000;

/** Returns the members of the deployed indexer's health, followed by our own. */
export function healthOf(input: {
  readonly cursor: CursorRow | undefined;
  readonly now: number;
  readonly isDatabaseReachable: boolean;
  readonly work: ReturnType<IndexerWork['status']>;
  readonly nodes: readonly Omit<NodeStatus, 'node'>[];
  readonly differences: readonly Difference[];
  readonly confirmedBlock: number | undefined;
  /** True while reading waits because the nodes contradict each other. */
  readonly isDisputed: boolean;
  readonly pace: Pace;
}) {
  const { cursor, now, work, nodes } = input;
  const silentFor = cursor === undefined ? undefined : now - cursor.head_at;
  const isSynced = (cursor?.synced_at ?? 0) > 0;
  const blockAge = cursor === undefined ? undefined : secondsOf(now) - cursor.time;
  const isOk =
    isSynced &&
    work.error === undefined &&
    (silentFor ?? SILENCE_MS) < SILENCE_MS &&
    (blockAge ?? OLDEST_BLOCK_S) <= OLDEST_BLOCK_S;
  return {
    status: statusOf(isOk, input.isDisputed),
    chain_id: CHAIN_ID,
    last_indexed_block: cursor?.block ?? null,
    head_block: cursor?.head_block ?? null,
    lag_blocks: cursor === undefined ? null : Math.max(0, cursor.head_block - cursor.block),
    /** Age of the last indexed block. */
    seconds_behind: blockAge ?? null,
    last_ping: cursor === undefined ? null : secondsOf(cursor.head_at),
    seconds_since_ping: silentFor === undefined ? null : Math.floor(silentFor / 1000),
    timestamp: secondsOf(now),
    synced: isSynced,
    progress: progressOf(cursor, input.pace) ?? null,
    database: input.isDatabaseReachable ? 'ok' : 'failing',
    writer: work.isWriter,
    error: work.error ?? null,
    nodes,
    /** Last block on which two nodes agree; null with a single node. */
    confirmed_block: input.confirmedBlock ?? null,
    /** Newest ranges for which nodes returned different logs, with the nodes that were wrong. */
    differences: input.differences,
  };
}

function statusOf(isOk: boolean, isDisputed: boolean): 'ok' | 'degraded' | 'unhealthy' {
  if (!isOk) return 'unhealthy';
  return isDisputed ? 'degraded' : 'ok';
}
