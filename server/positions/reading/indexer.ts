import type { Clock } from '../../../shared/ports.ts';
import { type Loop, startLoop } from '../../chain/loop.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Lease } from '../../database/lease.ts';
import type { IndexerStore } from '../storing/store.ts';
import type { ReportUnreadable } from '../storing/unreadable.ts';
import { enrich } from './enrich.ts';
import type { Sync } from './sync.ts';

/** How one instance takes part in indexing. */
export interface IndexerWork {
  /** Reads the chain now and waits until this instance has done what there was to do. */
  wake(): Promise<void>;
  stop(): Promise<void>;
  status(): {
    readonly isWriter: boolean;
    /** What the last attempt failed at; undefined when it did not. */
    readonly error: string | undefined;
  };
}

/** Steps of one turn, after which the lease is renewed. */
const STEPS_PER_TURN = 20;

/**
 * Follows the chain as long as this instance holds the writer's lease, and waits for the lease
 * otherwise. Nothing that fails ends it: the next turn tries again, and `/health` tells.
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
        isWriter = await lease.hold();
        if (!isWriter || isStopping) break;
        if (await steps()) break;
      }
      error = undefined;
    } catch (cause) {
      error = cause instanceof Error ? cause.message : 'the indexer failed';
    }
  }

  /** Some steps under one lease; true when there is nothing more to do now. */
  async function steps(): Promise<boolean> {
    for (let step = 0; step < STEPS_PER_TURN && !isStopping; step++) {
      const outcome = await sync.step();
      if (outcome === 'at-head') return !(await enrich(deps));
      await deps.onMoved?.();
      // Requests are answered between steps: a commit on SQLite holds the event loop.
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
      // Another instance takes over at once. A database that fails here lets the lease run out.
      if (isWriter) await lease.release().catch(() => undefined);
    },
    status: () => ({ isWriter, error }),
  };
}
