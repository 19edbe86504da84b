import type { FastifyBaseLogger } from 'fastify';
import type { Pace } from '../../../shared/chain/logs/pace.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Cursor } from '../storing/cursor.ts';
import { progressOf } from './progress.ts';

const LOG_EVERY_MS = 30_000;

/** Measures the pace after each step and logs the progress of the first sync. */
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
