import type { Wait } from '../../../shared/ports.ts';
import type { IndexerClient, UpdateOutcome } from './indexer-client.ts';

/** After `skipped` the indexer wants this long before it is asked again (spec, Limits 3). */
export const RETRY_MS = 10_000;
/** From a successful update to positions that are worth reading (spec, Limits 3). */
const SETTLE_MS = 15_000;
/** An indexer that is asked in vain this often has a trouble of its own. */
const ATTEMPTS = 6;

/**
 * The spec's pacing after a trade: ask the indexer to catch up, ten seconds later again while it skips
 * or fails, wait fifteen seconds after it did, then read. One sequence runs at a time; a trade within
 * it begins the next one.
 */
export function createCatchUp(deps: {
  indexer: Pick<IndexerClient, 'update'>;
  wait: Wait;
  /** Reads the positions again; a failure is the reader's to tell. */
  read: () => Promise<unknown>;
}) {
  let running: Promise<void> | undefined;
  let again = false;

  async function update(): Promise<UpdateOutcome> {
    let outcome: UpdateOutcome = 'error';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await deps.wait(RETRY_MS);
      // An indexer that does not answer is asked again like one that fails.
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
