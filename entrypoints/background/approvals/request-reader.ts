import { type ReadRequest, readRequest } from '../../../shared/approvals/read-request.ts';
import type { ApprovalDraft, ApprovalKind } from '../../../shared/approvals/types.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Stored } from '../state/stored.ts';

/** Kinds with data of any size and form. */
const MARKED: readonly ApprovalKind[] = ['personal_sign', 'typed_data', 'transaction', 'calls'];

export interface RequestReader {
  /** Reads a stored request. Rejects with BudgetError when it is too large to be explained. */
  read(draft: ApprovalDraft): Promise<ReadRequest>;
  /** Returns the key of the request that a former worker began to read and didn't finish, once. */
  takeUnfinished(): Promise<string | undefined>;
}

/**
 * Reads requests one at a time under a durable mark. The budget of the walks is the first
 * protection; if a request stops the worker nevertheless, the mark tells the next worker which one.
 */
export function createRequestReader(deps: {
  /** Key of the request that is being read. */
  mark: Stored<string>;
  clock: Clock;
}): RequestReader {
  let last: Promise<unknown> = Promise.resolve();

  async function readMarked(draft: ApprovalDraft): Promise<ReadRequest> {
    // A full storage must not keep the user from answering. Then the mark is missing.
    await deps.mark.write(draft.requestKey).catch(() => undefined);
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
    async takeUnfinished() {
      const key = await deps.mark.read();
      if (key !== undefined) await deps.mark.clear();
      return key;
    },
  };
}
