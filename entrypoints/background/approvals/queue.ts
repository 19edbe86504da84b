import type {
  ApprovalDraft,
  ApprovalEnd,
  ApprovalRequest,
  Choice,
} from '../../../shared/approvals/types.ts';
import type { Clock } from '../../../shared/ports.ts';
import { RpcError, type RpcFailure } from '../../../shared/rpc/codes.ts';
import { setEarliest } from '../kernel/set-earliest.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';

/** Milliseconds after which a request without an answer ends. */
export const EXPIRY_MS = 30 * 60_000;
export const EXPIRY_ALARM = 'approvals-expire';

/** The approving choice, and the stored request that gets signed. */
export interface Decision {
  readonly choice: Exclude<Choice, { kind: 'reject' }>;
  readonly request: ApprovalRequest;
}

/**
 * Keeps the stored requests, oldest first, and the pages that wait for them. To end a request,
 * removes it from storage, publishes the list, and then resolves the page's promise.
 */
export function createQueue(deps: {
  stored: Stored<ApprovalDraft[]>;
  clock: Clock;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  /** Called when an open request is answered or ends. */
  onEnd: (draft: ApprovalDraft, outcome: Choice | ApprovalEnd) => void;
  onChange: () => void;
}) {
  let drafts: readonly ApprovalDraft[] = [];
  /** Waiting pages by the draft's id. */
  const waiting = new Map<string, PromiseWithResolvers<Decision>>();

  /** The alarm can ring late, so each use of a draft also checks its age. */
  const isOverdue = (draft: ApprovalDraft) => draft.createdAt < deps.clock.now() - EXPIRY_MS;

  const isAnswerable = (draft: ApprovalDraft) => isOpen(draft) && !isOverdue(draft);

  const find = (id: string) => drafts.find((draft) => draft.id === id);

  async function publish(next: readonly ApprovalDraft[]): Promise<void> {
    drafts = next;
    try {
      await deps.stored.write([...next]);
    } finally {
      deps.onChange();
    }
    const ends = next.map(({ createdAt }) => createdAt + EXPIRY_MS + 1);
    await setEarliest(deps.alarms, EXPIRY_ALARM, ends);
  }

  const remove = (id: string) => publish(drafts.filter((draft) => draft.id !== id));

  function change(draft: ApprovalDraft, members: Partial<ApprovalDraft>): Promise<void> {
    const next = Object.freeze({ ...draft, ...members });
    return publish(drafts.map((other) => (other.id === draft.id ? next : other)));
  }

  async function end(id: string, outcome: Choice | ApprovalEnd): Promise<void> {
    const draft = find(id);
    if (draft === undefined) return;
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (isOpen(draft)) deps.onEnd(draft, outcome);
    try {
      // After the worker's death, the page sends its request again and must receive the outcome.
      // The outcome is kept for the lifetime of a request.
      if (waiter === undefined && comesBack(draft, outcome))
        await change(draft, { ended: outcome, createdAt: deps.clock.now() });
      else await remove(id);
    } finally {
      // The page gets its answer even when the disk is full.
      waiter?.resolve(decisionOf(outcome, draft));
    }
  }

  /** Resolves with the user's decision on an open request. */
  function wait(id: string): Promise<Decision> {
    const waiter = waiting.get(id) ?? Promise.withResolvers<Decision>();
    waiting.set(id, waiter);
    // Prevents an unhandled rejection: the page's request may still await other work.
    waiter.promise.catch(() => undefined);
    return waiter.promise;
  }

  /** Applies the user's decision. Ignores unknown ids and second decisions. */
  async function decide(id: string, choice: Choice): Promise<void> {
    const draft = find(id);
    if (draft === undefined || !isOpen(draft)) return;
    if (isOverdue(draft)) return end(id, 'expired');
    if (waiting.has(id)) return end(id, choice);
    // The page hasn't reconnected since the worker died, so the decision is kept.
    deps.onEnd(draft, choice);
    await change(draft, { decided: choice });
  }

  return {
    find,
    wait,
    end,
    decide,

    async restore(): Promise<void> {
      drafts = (await deps.stored.read()) ?? [];
    },

    open: (): readonly ApprovalDraft[] => drafts.filter(isAnswerable),

    ofRequest: (requestKey: string): ApprovalDraft | undefined =>
      drafts.find((draft) => draft.requestKey === requestKey),

    async add(draft: ApprovalDraft): Promise<void> {
      try {
        await publish([...drafts, draft]);
      } catch (error) {
        waiting.delete(draft.id);
        drafts = drafts.filter(({ id }) => id !== draft.id);
        deps.onChange();
        throw error;
      }
    },

    /**
     * Returns the decision of a request that ended while no page waited, and removes the request.
     * Returns undefined for an open request, whose decision needs a waiting page.
     */
    take(draft: ApprovalDraft): Promise<Decision> | undefined {
      const isExpired = draft.ended === undefined && isOverdue(draft);
      const outcome = isExpired ? 'expired' : (draft.ended ?? draft.decided);
      if (outcome === undefined) return undefined;
      const ended = isExpired ? end(draft.id, 'expired') : Promise.resolve();
      return ended.then(() => remove(draft.id)).then(() => decisionOf(outcome, draft));
    },

    /**
     * Stores a request as the user edited it (an allowance's amount). From then on, the edited
     * request is shown and signed.
     */
    async amend(id: string, request: ApprovalRequest): Promise<void> {
      const draft = find(id);
      if (draft === undefined || !isAnswerable(draft)) return;
      // After the worker's death, a page repeats the unedited request. It is kept for the
      // comparison.
      const asked = draft.asked ?? draft.request;
      await change(draft, { request: structuredClone(request), asked });
    },

    async endAll(
      reason: ApprovalEnd,
      matches: (draft: ApprovalDraft) => boolean = () => true,
    ): Promise<void> {
      for (const draft of drafts.filter(matches)) await end(draft.id, reason);
    },

    /** Approves the sites' requests that waited for the unlock. */
    async unlocked(): Promise<void> {
      for (const { id, request } of drafts)
        if (request.kind === 'unlock') await decide(id, { kind: 'agree' });
    },

    async expire(): Promise<void> {
      for (const draft of drafts.filter(isOverdue)) await end(draft.id, 'expired');
    },
  };
}

function isOpen({ decided, ended }: ApprovalDraft): boolean {
  return decided === undefined && ended === undefined;
}

/**
 * Returns true when the page of an ended request may still ask for the outcome. An outcome is kept
 * only once: if it expires before the page asks, it is dropped.
 */
function comesBack(
  { requester, ended }: ApprovalDraft,
  outcome: Choice | ApprovalEnd,
): outcome is ApprovalEnd {
  const isEnd = typeof outcome === 'string' && outcome !== 'page gone';
  return isEnd && !requester.own && ended === undefined;
}

/** Resolves when the user approves the request, and rejects for every other outcome. */
async function decisionOf(
  outcome: Choice | ApprovalEnd,
  { request, requester: { own: isOwn } }: Pick<ApprovalDraft, 'request' | 'requester'>,
): Promise<Decision> {
  if (typeof outcome === 'string') throw rejection(outcome, request, isOwn);
  if (outcome.kind === 'reject') throw rejection('rejected', request, isOwn);
  return { choice: outcome, request };
}

const MESSAGES: Partial<Record<ApprovalEnd, string>> = {
  'wallet locked': 'The wallet was locked before the request was answered.',
  'account or chain changed': 'The account or chain changed before the request was answered.',
  'site blocked': 'The user has blocked requests of this site for now.',
  'network silent': 'The network did not respond, so the user could not be asked.',
  unexplained: 'The request is too large or too complex to be explained to the user.',
};

/** MetaMask's messages. ethers 5 ignores the code and searches for "user denied". */
const DENIED: Partial<Record<ApprovalRequest['kind'], string>> = {
  personal_sign: 'User denied message signature.',
  typed_data: 'User denied message signature.',
  transaction: 'User denied transaction signature.',
  calls: 'User denied transaction signature.',
};

/**
 * Returns the page's error for an ended request: 5750 when the user declined a site's calls that
 * would turn the account into a smart account, 4901 when the network didn't respond, and -32602
 * when the request couldn't be explained to the user. Otherwise 4001 with the reason.
 */
function rejection(reason: ApprovalEnd, request: ApprovalRequest, isOwn: boolean): RpcError {
  const isDenied = reason === 'rejected' || reason === 'window closed';
  if (isDenied && !isOwn && isUpgrade(request))
    return new RpcError('upgradeRejected', undefined, reason);
  const denied = isDenied ? DENIED[request.kind] : undefined;
  return new RpcError(failureOf(reason), denied ?? MESSAGES[reason]);
}

function isUpgrade(request: ApprovalRequest): boolean {
  return (
    request.kind === 'calls' && request.calls.some(({ codeChange }) => codeChange !== undefined)
  );
}

function failureOf(reason: ApprovalEnd): RpcFailure {
  if (reason === 'unexplained') return 'invalidParams';
  if (reason === 'network silent') return 'chainUnreachable';
  if (reason === 'expired') return 'unanswered';
  return reason === 'wallet locked' ? 'lockedMeanwhile' : 'rejected';
}
