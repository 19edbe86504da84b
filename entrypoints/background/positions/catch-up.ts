import type { Wait } from '../../../shared/ports.ts';
import type { IndexerClient, UpdateOutcome } from '../market/indexer-client.ts';

/**
 * Milliseconds to wait after the indexer answered `skipped` (options-market.md, "Limits", rule 3).
 */
export const RETRY_MS = 10_000;
/**
 * Milliseconds between a successful update and useful positions (options-market.md, "Limits", rule
 * 3).
 */
const SETTLE_MS = 15_000;
const ATTEMPTS = 6;

/**
 * Requests an indexer's update after a trade, at the pace of options-market.md, "Limits", rule 3.
 * Retries ten seconds after a skip or failure, waits fifteen seconds after a success, then reads.
 * Only one sequence runs at a time. A trade during a sequence starts another sequence afterwards.
 */
export function createCatchUp(deps: {
  indexer: Pick<IndexerClient, 'update'>;
  wait: Wait;
  /** Reads the positions again. The reader reports its own failures. */
  read: () => Promise<unknown>;
}) {
  let running: Promise<void> | undefined;
  let again = false;

  async function update(): Promise<UpdateOutcome> {
    let outcome: UpdateOutcome = 'error';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await deps.wait(RETRY_MS);
      // A missing response is handled as a failure.
      outcome = await deps.indexer.update().catch(() => 'error' as const);
      if (outcome === 'success' || outcome === 'unneeded') break;
    }
    return outcome;
  }

  async function run(): Promise<void> {
    try {
      do {
        again = false;
        const outcome = await update();
        if (outcome === 'success' || outcome === 'unneeded') await deps.wait(SETTLE_MS);
        await deps.read();
      } while (again);
    } finally {
      running = undefined;
    }
  }

  /** Resolves when the positions were read after an update that began after this call. */
  return function catchUp(): Promise<void> {
    again = running !== undefined;
    running ??= run();
    return running;
  };
}
