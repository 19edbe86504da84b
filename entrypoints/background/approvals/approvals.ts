import type {
  ApprovalDraft,
  ApprovalEnd,
  ApprovalRequest,
  Choice,
  Requester,
} from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Stored } from '../state/stored.ts';

/** Open requests that one origin may have; more would only bury the user. */
const MAX_OPEN_PER_ORIGIN = 8;
/** A request that nobody answers for this long ends. */
export const EXPIRY_MS = 30 * 60_000;

export type Approvals = ReturnType<typeof createApprovals>;

interface Waiter {
  resolve(choice: Choice): void;
  reject(error: Error): void;
}

/**
 * The queue of what the user is asked. A request is stored as a frozen draft before any window
 * opens; a decision names a draft and a choice, and what gets signed is the stored draft. Each end
 * runs in the order remove, publish, resolve.
 */
export function createApprovals(deps: {
  stored: Stored<ApprovalDraft[]>;
  random: Random;
  clock: Clock;
  /** Shows the approval window, or brings it to the front. */
  show: () => Promise<void>;
  onChange: () => void;
}) {
  let drafts: readonly ApprovalDraft[] = [];
  const waiters = new Map<string, Waiter>();

  async function publish(next: readonly ApprovalDraft[]): Promise<void> {
    drafts = next;
    await deps.stored.write([...next]);
    deps.onChange();
  }

  async function end(id: string, outcome: Choice | ApprovalEnd): Promise<void> {
    const waiter = waiters.get(id);
    waiters.delete(id);
    await publish(drafts.filter((draft) => draft.id !== id));
    if (typeof outcome === 'object' && outcome.kind !== 'reject') waiter?.resolve(outcome);
    else waiter?.reject(rejection(typeof outcome === 'object' ? 'rejected' : outcome));
  }

  const wait = (id: string) =>
    new Promise<Choice>((resolve, reject) => waiters.set(id, { resolve, reject }));

  /** A draft of the same request, when the worker died between asking and the answer. */
  async function attach(known: ApprovalDraft): Promise<Choice> {
    const { decided } = known;
    if (decided === undefined) {
      const answer = wait(known.id);
      await deps.show();
      return answer;
    }
    await publish(drafts.filter((draft) => draft.id !== known.id));
    if (decided.kind === 'reject') throw rejection('rejected');
    return decided;
  }

  return {
    /** Worker start: drafts outlive the worker; the pages that asked come back by themselves. */
    async restore(): Promise<void> {
      drafts = (await deps.stored.read()) ?? [];
    },

    open: (): readonly ApprovalDraft[] => drafts.filter((draft) => draft.decided === undefined),

    find: (id: string): ApprovalDraft | undefined => drafts.find((draft) => draft.id === id),

    /** Asks the user. Resolves with an approving choice; rejects with 4001 in every other end. */
    async request(input: {
      requestKey: string;
      requester: Requester;
      request: ApprovalRequest;
      chainId: number;
    }): Promise<Choice> {
      const known = drafts.find((draft) => draft.requestKey === input.requestKey);
      if (known !== undefined) {
        // What gets signed is what is on the screen: only the very same request may come back to it.
        if (!isSame(known, input)) throw new RpcError('invalidRequest');
        return attach(known);
      }
      const same = drafts.filter((draft) => draft.requester.origin === input.requester.origin);
      const isTwin = same.some(
        (draft) => draft.request.kind === 'connect' && input.request.kind === 'connect',
      );
      if (isTwin || same.length >= MAX_OPEN_PER_ORIGIN) {
        await deps.show();
        throw new RpcError('alreadyPending');
      }
      const draft: ApprovalDraft = Object.freeze({
        ...structuredClone(input),
        id: toBase64url(deps.random.bytes(16)),
        createdAt: deps.clock.now(),
      });
      const answer = wait(draft.id);
      // The first caller to await is the page's request; a window that fails to open ends it.
      answer.catch(() => undefined);
      await publish([...drafts, draft]);
      try {
        await deps.show();
      } catch {
        await end(draft.id, 'window closed');
      }
      return answer;
    },

    /** The user's decision. Unknown ids and second decisions change nothing. */
    async decide(id: string, choice: Choice): Promise<void> {
      const draft = drafts.find((candidate) => candidate.id === id);
      if (draft === undefined || draft.decided !== undefined) return;
      if (waiters.has(id)) {
        await end(id, choice);
        return;
      }
      // The worker died meanwhile and the page has not come back yet: the choice waits for it.
      const decided: ApprovalDraft = { ...draft, decided: choice };
      await publish(drafts.map((candidate) => (candidate.id === id ? decided : candidate)));
    },

    /** Ends every open request that matches, with a reason. */
    async endAll(
      reason: ApprovalEnd,
      matches: (draft: ApprovalDraft) => boolean = () => true,
    ): Promise<void> {
      for (const draft of drafts.filter(matches)) await end(draft.id, reason);
    },

    async expire(): Promise<void> {
      const oldest = deps.clock.now() - EXPIRY_MS;
      for (const draft of drafts) if (draft.createdAt < oldest) await end(draft.id, 'expired');
    },
  };
}

type Asked = Pick<ApprovalDraft, 'requester' | 'request' | 'chainId'>;

/** Compares by value; the browser's storage does not keep the order of an object's members. */
function isSame(draft: Asked, input: Asked): boolean {
  return text(draft) === text(input);
}

function text({ requester, request, chainId }: Asked): string {
  const parts = [request, 'transaction' in request ? request.transaction : {}, requester];
  return JSON.stringify([chainId, ...parts.map((part) => Object.entries(part).sort().map(String))]);
}

function rejection(reason: ApprovalEnd): RpcError {
  const messages: Partial<Record<ApprovalEnd, string>> = {
    'wallet locked': 'The wallet was locked before the request was answered.',
    'account changed': 'The account or chain changed before the request was answered.',
    expired: 'The request was not answered in time.',
  };
  return new RpcError('rejected', messages[reason]);
}
