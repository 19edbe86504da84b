import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../shared/ports.ts';
import { progressOf } from './health.ts';
import type { Pace } from './pace.ts';
import type { Queries } from './queries.ts';

const LOG_EVERY_MS = 30_000;

/** Measures the pace after each step and logs the progress of the first synchronization. */
export function createProgressLog(deps: {
  readonly queries: Pick<Queries, 'cursor'>;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}): () => Promise<void> {
  const { queries, pace, clock, log } = deps;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const cursor = await queries.cursor();
    if (cursor === undefined) return;
    pace.note(cursor.block);
    const now = clock.now();
    if (cursor.synced_at > 0 || now - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now;
    log.info(progressOf(cursor, pace), 'indexer: reading the chain');
  };
}
