import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import type { NodeStatus } from '../chain/nodes.ts';
import type { IndexerWork } from './indexer.ts';
import type { CursorRow } from './tables.ts';

/** A chain that was silent for so long is a fault, not a pause between blocks. */
const SILENCE_MS = 120_000;

export interface Progress {
  readonly startBlock: number;
  readonly block: number;
  readonly headBlock: number;
  /** 0 to 1. */
  readonly done: number;
}

/** How far reading has come, for those who wait for the first synchronisation. */
export function progressOf(cursor: CursorRow | undefined): Progress | undefined {
  if (cursor === undefined) return undefined;
  const { start_block: startBlock, block, head_block: headBlock } = cursor;
  const total = Math.max(1, headBlock - startBlock + 1);
  const done = Math.min(1, Math.max(0, (block - startBlock + 1) / total));
  return { startBlock, block, headBlock, done };
}

/** The deployed indexers' health, and behind it what a host wants to know. */
export function healthOf(input: {
  readonly cursor: CursorRow | undefined;
  readonly now: number;
  readonly isDatabaseReachable: boolean;
  readonly work: ReturnType<IndexerWork['status']>;
  readonly nodes: readonly NodeStatus[];
  readonly doubtfulBlocks: number;
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
    progress: progressOf(cursor) ?? null,
    database: input.isDatabaseReachable ? 'ok' : 'failing',
    writer: work.isWriter,
    error: work.error ?? null,
    nodes,
    /** Taken for empty against what their headers say, and read again from time to time. */
    doubtful_blocks: input.doubtfulBlocks,
  };
}
