import type { Kysely } from 'kysely';
import type { Clock } from '../../../shared/ports.ts';
import type { UpdateWire } from '../../../shared/wire/positions.ts';
import { retryTransient } from '../../database/retry-transient.ts';
import { latestEnd } from '../../live-window.ts';
import type { IndexerWork } from '../reading/indexer.ts';
import type { CursorRow } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';

/**
 * Minimum milliseconds between two updates, by any instances (options-protocol.md, section 4.3).
 */
const COOLDOWN_MS = 10_000;
const DUPLICATE_MS = 1_000;
/** Maximum milliseconds for which a request waits for the writing instance. */
const WAIT_MS = 5_000;
const LOOK_MS = 50;

/** Updates the index on request, at most every ten seconds. */
export function createUpdate(deps: {
  readonly db: Kysely<IndexerTables>;
  readonly work: IndexerWork;
  readonly clock: Clock;
  /** True to skip all updates, because this instance can't store them. */
  readonly onlyReads: boolean;
  readonly cursor: () => Promise<CursorRow | undefined>;
  /**
   * Returns the chain's newest block.
   * @throws ChainNodeError
   */
  readonly head: () => Promise<number>;
}): () => Promise<UpdateWire> {
  const { db, work, clock, cursor } = deps;

  /** Claims the update. Only one request succeeds, even across instances. */
  async function claim(now: number): Promise<boolean> {
    const { numUpdatedRows } = await retryTransient(() =>
      db
        .updateTable('indexer_cursor')
        .set({ update_at: now })
        .where('id', '=', 1)
        .where(({ eb, or }) =>
          or([
            eb('update_at', '<=', now - COOLDOWN_MS),
            // True for a claim with a future time, made before the clock was set back.
            eb('update_at', '>', latestEnd(0, now)),
          ]),
        )
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  async function giveBack(): Promise<void> {
    await db.updateTable('indexer_cursor').set({ update_at: 0 }).where('id', '=', 1).execute();
  }

  /** Waits until the index has reached this head, whichever instance writes the index. */
  async function reach(head: number): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      if (work.status().isWriter) await work.wake();
      const now = await cursor();
      if (now !== undefined && now.block >= head && now.synced_at > 0) return true;
      if (performance.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  return async () => {
    const now = clock.now();
    const before = await cursor();
    if (before === undefined || before.synced_at === 0)
      return { status: 'error', message: 'The first synchronization is not finished.' };
    if (deps.onlyReads) {
      const nextUpdateAllowed = new Date(now + COOLDOWN_MS).toISOString();
      return { status: 'skipped', message: 'This instance only reads', nextUpdateAllowed };
    }
    if (!(await claim(now))) {
      const since = now - before.update_at;
      if (since >= 0 && since < DUPLICATE_MS)
        return { status: 'skipped', message: 'Duplicate request' };
      const nextUpdateAllowed = new Date(before.update_at + COOLDOWN_MS).toISOString();
      return { status: 'skipped', message: 'Update cooldown active', nextUpdateAllowed };
    }
    try {
      if (await reach(await deps.head())) return summary(before, await cursor());
    } catch {
      // A failure leaves the index behind the head, which the code below handles. `/health` has the
      // node's reason.
    }
    await giveBack();
    return { status: 'error', message: work.status().error ?? 'The chain could not be read.' };
  };
}

function summary(before: CursorRow, after: CursorRow | undefined): UpdateWire {
  const now = after ?? before;
  return {
    status: 'success',
    message: 'Update completed',
    startBlock: before.block,
    endBlock: now.block,
    processedEvents: now.events - before.events,
    newPositions: now.positions_new - before.positions_new,
    updatedPositions: now.positions_updated - before.positions_updated,
    errors: [],
  };
}
