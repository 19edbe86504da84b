import { type ReadRequest, readRequest } from '../../../shared/approvals/read-request.ts';
import type { ApprovalDraft, ApprovalKind } from '../../../shared/approvals/types.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Stored } from '../kernel/stored.ts';

/** Kinds with data of any size and form. */
const MARKED: readonly ApprovalKind[] = ['personal_sign', 'typed_data', 'transaction', 'calls'];

export interface RequestReader {
  /** Reads a stored request. Rejects with BudgetError when it is too large to be explained. */
  read(draft: ApprovalDraft): Promise<ReadRequest>;
  /**
   * Returns the key of the request that froze a former worker, once. A request whose reading was
   * only interrupted by the worker's end isn't named.
   */
  takeFrozen(): Promise<string | undefined>;
}

/**
 * A reading takes milliseconds, and a browser lets a frozen worker run for 30 s at least: a younger
 * mark is from a worker that the browser ended for another reason. The age counts until the next
 * start, so a worker that ended during a reading and starts much later counts as frozen, too.
 */
export const FROZEN_AFTER_MS = 10_000;

/**
 * Reads requests one at a time under a durable mark. The budget of the walks is the first
 * protection; if a request stops the worker nevertheless, the mark tells the next worker which one.
 */
export function createRequestReader(deps: {
  /** The request that is being read. */
  mark: Stored<{ requestKey: string; since: number }>;
  clock: Clock;
}): RequestReader {
  let last: Promise<unknown> = Promise.resolve();

  async function readMarked(draft: ApprovalDraft): Promise<ReadRequest> {
    // A full storage must not keep the user from answering. Then the mark is missing.
    await deps.mark
      .write({ requestKey: draft.requestKey, since: deps.clock.now() })
      .catch(() => undefined);
    try {
      return readRequest(draft, deps.clock.now());
    } finally {
      await deps.mark.clear().catch(() => undefined);
    }
  }

  return {
    async read(draft) {
      if (!MARKED.includes(draft.request.kind)) return readRequest(draft, deps.clock.now());
      const reading = last.then(() => readMarked(draft));
      last = reading.catch(() => undefined);
      return reading;
    },
    async takeFrozen() {
      const mark = await deps.mark.read();
      if (mark === undefined) return undefined;
      await deps.mark.clear();
      // The clock may have been moved in either direction.
      const age = Math.abs(deps.clock.now() - mark.since);
      return age >= FROZEN_AFTER_MS ? mark.requestKey : undefined;
    },
  };
}
