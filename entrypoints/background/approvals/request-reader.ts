import { type ReadRequest, readRequest } from '../../../shared/approvals/read-request.ts';
import type { ApprovalDraft, ApprovalKind } from '../../../shared/approvals/types.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Stored } from '../kernel/stored.ts';

/** Kinds of requests whose data can have any size and form. */
const MARKED: readonly ApprovalKind[] = ['personal_sign', 'typed_data', 'transaction', 'calls'];

export interface RequestReader {
  /** Reads a stored request. Rejects with BudgetError when it is too large to be explained. */
  read(draft: ApprovalDraft): Promise<ReadRequest>;
  /**
   * Returns the key of the request that froze the former worker. A second call returns undefined.
   * Doesn't return a request whose reading was interrupted for another reason.
   */
  takeFrozen(): Promise<string | undefined>;
}

/**
 * Minimum age of a mark that shows a frozen worker. A reading takes milliseconds, while a browser
 * lets a frozen worker run for at least 30 s. The age is measured when the next worker starts. A
 * worker that ended during a reading also seems frozen if the next worker starts much later.
 */
export const FROZEN_AFTER_MS = 10_000;

/**
 * Reads requests one at a time, each under a stored mark. A budget limits the work. If a request
 * freezes the worker nevertheless, the mark names this request to the next worker.
 */
export function createRequestReader(deps: {
  /** Names the request that is being read. */
  mark: Stored<{ requestKey: string; since: number }>;
  clock: Clock;
}): RequestReader {
  let last: Promise<unknown> = Promise.resolve();

  async function readMarked(draft: ApprovalDraft): Promise<ReadRequest> {
    // Without storage space the mark is missing, but the user can still answer.
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
      // The clock may have been set back or forward.
      const age = Math.abs(deps.clock.now() - mark.since);
      return age >= FROZEN_AFTER_MS ? mark.requestKey : undefined;
    },
  };
}
