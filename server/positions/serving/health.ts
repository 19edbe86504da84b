import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { NodeStatus } from '../../chain/nodes.ts';
import type { IndexerWork } from '../reading/indexer.ts';
import type { Pace } from '../reading/pace.ts';
import { progressOf } from '../reading/progress.ts';
import type { CursorRow } from '../storing/row-schemas.ts';

/** A longer time without a new block is a problem of the chain or the node. */
const SILENCE_MS = 120_000;

/** Returns the fields of the deployed indexer's health, then our own. */
export function healthOf(input: {
  readonly cursor: CursorRow | undefined;
  readonly now: number;
  readonly isDatabaseReachable: boolean;
  readonly work: ReturnType<IndexerWork['status']>;
  readonly nodes: readonly Omit<NodeStatus, 'node'>[];
  readonly doubtfulBlocks: number;
  readonly pace: Pace;
}) {
  const { cursor, now, work, nodes } = input;
  const silentFor = cursor === undefined ? undefined : now - cursor.head_at;
  const isSynced = (cursor?.synced_at ?? 0) > 0;
  const isOk = isSynced && work.error === undefined && (silentFor ?? SILENCE_MS) < SILENCE_MS;
  return {
    status: isOk ? 'ok' : 'unhealthy',
    chain_id: CHAIN_ID,
    last_indexed_block: cursor?.block ?? null,
    head_block: cursor?.head_block ?? null,
    lag_blocks: cursor === undefined ? null : Math.max(0, cursor.head_block - cursor.block),
    last_ping: cursor === undefined ? null : Math.floor(cursor.head_at / 1000),
    seconds_since_ping: silentFor === undefined ? null : Math.floor(silentFor / 1000),
    timestamp: Math.floor(now / 1000),
    synced: isSynced,
    progress: progressOf(cursor, input.pace) ?? null,
    database: input.isDatabaseReachable ? 'ok' : 'failing',
    writer: work.isWriter,
    error: work.error ?? null,
    nodes,
    /** Blocks accepted as empty although their headers disagree; read again periodically. */
    doubtful_blocks: input.doubtfulBlocks,
  };
}
