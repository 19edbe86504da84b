import type { Clock } from '../../../shared/ports.ts';
import { type Loop, startLoop } from '../../chain/loop.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { LeaseLost } from '../../database/failover/fenced-lease.ts';
import type { Lease } from '../../database/failover/lease.ts';
import type { IndexerStore } from '../storing/store.ts';
import type { ReportUnreadable } from '../storing/unreadable.ts';
import { enrich } from './enrich.ts';
import type { Sync } from './sync.ts';

/** This instance's work on the index. */
export interface IndexerWork {
  /** Reads the chain now. Resolves when this instance has done its part. */
  wake(): Promise<void>;
  stop(): Promise<void>;
  status(): {
    readonly isWriter: boolean;
    /** The last attempt's error; undefined after a success. */
    readonly error: string | undefined;
  };
}

/** The work of an instance that only serves an index. */
export const READ_ONLY: IndexerWork = {
  wake: async () => undefined,
  stop: async () => undefined,
  status: () => ({ isWriter: false, error: undefined }),
};

/** Number of steps per turn. The lease is renewed after each turn. */
const STEPS_PER_TURN = 20;

/**
 * Follows the chain while this instance has the writer's lease; otherwise waits for the lease. A
 * failure doesn't end the work: `/health` reports the error, and the next turn tries again.
 */
export function startIndexing(deps: {
  readonly sync: Sync;
  readonly store: IndexerStore;
  readonly report: ReportUnreadable;
  readonly nodes: Nodes;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly pollMs: number;
  /** Called after each step that moved the cursor. */
  readonly onMoved?: () => Promise<void>;
}): IndexerWork {
  const { sync, lease } = deps;
  let isWriter = false;
  let error: string | undefined;
  let isStopping = false;

  async function turn(): Promise<void> {
    try {
      for (;;) {
        const wasWriter = isWriter;
        isWriter = await lease.hold().catch((cause: unknown) => {
          // From here until this instance has the lease again, another instance may write.
          isWriter = false;
          throw cause;
        });
        if (isWriter && !wasWriter) sync.forget();
        if (!isWriter || isStopping) break;
        if (await steps()) break;
      }
      error = undefined;
    } catch (cause) {
      if (cause instanceof LeaseLost) isWriter = false;
      error = cause instanceof Error ? cause.message : 'the indexer failed';
    }
  }

  /** Runs some steps under one lease. Returns true when the head is reached. */
  async function steps(): Promise<boolean> {
    for (let step = 0; step < STEPS_PER_TURN && !isStopping; step++) {
      const outcome = await sync.step();
      if (outcome === 'at-head') return !(await enrich(deps));
      await deps.onMoved?.();
      // Lets requests run between two steps, because a commit on SQLite blocks the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return isStopping;
  }

  const loop: Loop = startLoop(turn, deps.pollMs);
  return {
    wake: loop.wake,
    async stop() {
      isStopping = true;
      await loop.stop();
      // Without a release, other instances would have to wait until the lease expires.
      await lease.release().catch(() => undefined);
    },
    status: () => ({ isWriter, error }),
  };
}
