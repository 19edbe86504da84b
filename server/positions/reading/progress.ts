import type { FastifyBaseLogger } from 'fastify';
import type { Pace } from '../../../shared/chain/logs/pace.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Cursor } from '../storing/cursor.ts';

const LOG_EVERY_MS = 30_000;

export interface Progress {
  readonly startBlock: number;
  readonly block: number;
  readonly headBlock: number;
  /** From 0 to 1. */
  readonly done: number;
  readonly blocksDone: number;
  readonly blocksLeft: number;
  /** Estimated seconds to the head; null until the pace is known. */
  readonly secondsLeft: number | null;
}

/** Returns the progress, and an estimate of the remaining time. */
export function progressOf(cursor: Cursor | undefined, pace: Pace): Progress | undefined {
  if (cursor === undefined) return undefined;
  const { start_block: startBlock, block, head_block: headBlock } = cursor;
  const total = Math.max(1, headBlock - startBlock + 1);
  const blocksDone = Math.max(0, block - startBlock + 1);
  const blocksLeft = Math.max(0, headBlock - block);
  const secondsLeft = blocksLeft === 0 ? 0 : (pace.secondsFor(blocksLeft) ?? null);
  const done = Math.min(1, blocksDone / total);
  return { startBlock, block, headBlock, done, blocksDone, blocksLeft, secondsLeft };
}

/** Measures the pace after each step. Logs the progress of the first sync. */
export function createProgressLog(deps: {
  readonly cursor: () => Promise<Cursor | undefined>;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}): () => Promise<void> {
  const { pace, clock, log } = deps;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const cursor = await deps.cursor();
    if (cursor === undefined) return;
    pace.note(cursor.block);
    const now = clock.now();
    if (cursor.synced_at > 0 || now - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now;
    log.info(progressOf(cursor, pace), 'indexer: reading the chain');
  };
}
