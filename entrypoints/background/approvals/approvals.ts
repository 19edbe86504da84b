import type {
  ApprovalDraft,
  ApprovalEnd,
  ApprovalRequest,
  Choice,
} from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { Stored } from '../state/stored.ts';
import { rejection } from './rejection.ts';
import { type Asked, isSameRequest } from './same-request.ts';
import { createSiteLimits, isTabFull, isTooLong, isTwinRefused, topOf } from './site-limits.ts';

/** A request that nobody answers for this long ends. */
export const EXPIRY_MS = 30 * 60_000;
export const EXPIRY_ALARM = 'approvals-expire';

export type Approvals = ReturnType<typeof createApprovals>;

/** An approving choice, and the stored draft's request: what gets signed is this. */
export interface Decision {
  readonly choice: Exclude<Choice, { kind: 'reject' }>;
  readonly request: ApprovalRequest;
}

interface Waiter {
  resolve(decision: Decision): void;
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
  alarms: Pick<Alarms, 'set' | 'clear'>;
  /** Shows the approval window, or brings it to the front. */
  show: () => Promise<void>;
  /** Whether the user has blocked the site for now. */
  isBlocked: (origin: string) => boolean;
  /** The user is asked about this request, or has been before the worker died. */
  onAsked?: (requestKey: string) => void;
  onChange: () => void;
}) {
  let drafts: readonly ApprovalDraft[] = [];
  const waiters = new Map<string, readonly Waiter[]>();
  const limits = createSiteLimits(deps.clock);

  /** The alarm that ends old requests may ring late: whatever uses one checks its age too. */
  const isOverdue = (draft: ApprovalDraft) => draft.createdAt < deps.clock.now() - EXPIRY_MS;

  /** Neither answered nor ended, and not too old. */
  const isAnswerable = (draft: ApprovalDraft) => isOpen(draft) && !isOverdue(draft);

  async function publish(next: readonly ApprovalDraft[]): Promise<void> {
    drafts = next;
    try {
      await deps.stored.write([...next]);
    } finally {
      deps.onChange();
    }
    const oldest = Math.min(...next.map((draft) => draft.createdAt));
    await (next.length === 0
      ? deps.alarms.clear(EXPIRY_ALARM)
      : deps.alarms.set(EXPIRY_ALARM, oldest + EXPIRY_MS + 1));
  }

  async function end(id: string, outcome: Choice | ApprovalEnd): Promise<void> {
    const waiting = waiters.get(id) ?? [];
    const draft = drafts.find((candidate) => candidate.id === id);
    const request = draft?.request;
    waiters.delete(id);
    try {
      await publish(
        drafts.flatMap((candidate) => {
          if (candidate.id !== id) return [candidate];
          return waiting.length === 0 ? leftFor(candidate, outcome) : [];
        }),
      );
    } finally {
      // A full disk must not leave a page waiting.
      for (const waiter of waiting) {
        if (typeof outcome === 'string') waiter.reject(rejection(outcome, request?.kind));
        else if (outcome.kind === 'reject' || request === undefined) {
          waiter.reject(rejection('rejected', request?.kind));
        } else waiter.resolve({ choice: outcome, request });
      }
    }
  }

  /**
   * A page that the worker died under asks again, and must hear the end instead of starting anew: it
   * is kept for as long as the request was.
   */
  function leftFor(draft: ApprovalDraft, outcome: Choice | ApprovalEnd): ApprovalDraft[] {
    const comesBack = !draft.requester.own && outcome !== 'page gone';
    // Told once already and never fetched: nobody comes back any more.
    if (!comesBack || draft.ended !== undefined || typeof outcome !== 'string') return [];
    return [Object.freeze({ ...draft, ended: outcome, createdAt: deps.clock.now() })];
  }

  function wait(id: string): Promise<Decision> {
    const answer = new Promise<Decision>((resolve, reject) => {
      waiters.set(id, [...(waiters.get(id) ?? []), { resolve, reject }]);
    });
    // The first caller to await is the page's request; a window that fails to open ends it.
    answer.catch(() => undefined);
    return answer;
  }

  async function showFor(id: string): Promise<void> {
    try {
      await deps.show();
    } catch {
      // Without a window nobody can ever answer.
      await end(id, 'window closed');
    }
  }

  /** A draft of the same request, when the worker died between asking and the answer. */
  async function attach(known: ApprovalDraft): Promise<Decision> {
    const { decided, ended } = known;
    if (ended === undefined && isOverdue(known)) {
      await end(known.id, 'expired');
      await publish(drafts.filter((draft) => draft.id !== known.id));
      throw rejection('expired', known.request.kind);
    }
    if (decided === undefined && ended === undefined) {
      const answer = wait(known.id);
      await showFor(known.id);
      return answer;
    }
    await publish(drafts.filter((draft) => draft.id !== known.id));
    if (ended !== undefined) throw rejection(ended, known.request.kind);
    if (decided === undefined || decided.kind === 'reject') {
      throw rejection('rejected', known.request.kind);
    }
    return { choice: decided, request: known.request };
  }

  /** What is open already comes forward, and the site hears so whether or not that works. */
  async function refuseTwin(top: string): Promise<never> {
    if (limits.admitsShow(top)) await deps.show().catch(() => undefined);
    throw new RpcError('alreadyPending');
  }

  return {
    /** Worker start: drafts outlive the worker; the pages that asked come back by themselves. */
    async restore(): Promise<void> {
      drafts = (await deps.stored.read()) ?? [];
    },

    open: (): readonly ApprovalDraft[] => drafts.filter(isAnswerable),

    /** Sites that open no prompt for now. */
    slowedSites: limits.slowed,

    /** The user lets a slowed site open prompts again. */
    allowAgain(origin: string): void {
      limits.allowAgain(origin);
      deps.onChange();
    },

    find: (id: string): ApprovalDraft | undefined => drafts.find((draft) => draft.id === id),

    /**
     * Asks the user. Resolves with the approving decision; rejects with 4001 in every other end, and
     * with -32002 when the site has a request of this kind open already.
     */
    async request(input: Asked & { requestKey: string }): Promise<Decision> {
      const known = drafts.find((draft) => draft.requestKey === input.requestKey);
      if (known !== undefined) {
        // What gets signed is what is on the screen: only the very same request may come back to it.
        if (!isSameRequest(known, input)) throw new RpcError('invalidRequest');
        deps.onAsked?.(input.requestKey);
        return attach(known);
      }
      const { origin, own } = input.requester;
      const top = topOf(input.requester);
      if (!own && (deps.isBlocked(origin) || deps.isBlocked(top))) {
        throw new RpcError('rejected', 'The user has blocked requests of this site for now.');
      }
      const open = drafts.filter(isAnswerable);
      const same = open.filter((draft) => draft.requester.origin === origin);
      if (!own && isTwinRefused(same, input.request.kind)) {
        return refuseTwin(top);
      }
      if (!own && isTooLong(open, top, input.request)) throw new RpcError('tooManyOpen');
      if (!own && isTabFull(open, top)) throw new RpcError('tooManyOpen');
      const slowedUntil = own ? undefined : limits.slowedUntil(top);
      if (slowedUntil !== undefined) {
        // The wallet's own pages show which site is slowed.
        deps.onChange();
        throw new RpcError('rejected', slowedMessage(slowedUntil - deps.clock.now()));
      }
      const draft: ApprovalDraft = Object.freeze({
        ...structuredClone(input),
        id: toBase64url(deps.random.bytes(16)),
        createdAt: deps.clock.now(),
      });
      const answer = wait(draft.id);
      if (!own) limits.opened(top, draft.id);
      deps.onAsked?.(input.requestKey);
      try {
        await publish([...drafts, draft]);
      } catch (error) {
        waiters.delete(draft.id);
        drafts = drafts.filter((candidate) => candidate.id !== draft.id);
        throw error;
      }
      await showFor(draft.id);
      return answer;
    },

    /** The user's decision. Unknown ids and second decisions change nothing. */
    async decide(id: string, choice: Choice): Promise<void> {
      const draft = drafts.find((candidate) => candidate.id === id);
      if (draft === undefined || !isOpen(draft)) return;
      if (isOverdue(draft)) {
        await end(id, 'expired');
        return;
      }
      if (choice.kind !== 'reject') limits.approved(topOf(draft.requester), id);
      if (waiters.has(id)) {
        await end(id, choice);
        return;
      }
      // The worker died meanwhile and the page has not come back yet: the choice waits for it.
      const decided: ApprovalDraft = Object.freeze({ ...draft, decided: choice });
      await publish(drafts.map((candidate) => (candidate.id === id ? decided : candidate)));
    },

    /**
     * Puts what the user edited in the window (an allowance's amount) into the stored draft, so that
     * what is shown next and what is signed is the same.
     */
    async amend(id: string, request: ApprovalRequest): Promise<void> {
      const draft = drafts.find((candidate) => candidate.id === id);
      if (draft === undefined || !isAnswerable(draft)) return;
      const amended: ApprovalDraft = Object.freeze({
        ...draft,
        request: structuredClone(request),
        // The page's own words stay the measure for a request that comes back after worker death.
        asked: draft.asked ?? draft.request,
      });
      await publish(drafts.map((candidate) => (candidate.id === id ? amended : candidate)));
    },

    /** Ends every open request that matches, with a reason. */
    async endAll(
      reason: ApprovalEnd,
      matches: (draft: ApprovalDraft) => boolean = () => true,
    ): Promise<void> {
      for (const draft of drafts.filter(matches)) await end(draft.id, reason);
    },

    /** The vault is open: every site that waited for that goes on. */
    async unlocked(): Promise<void> {
      for (const draft of drafts) {
        if (draft.request.kind === 'unlock') await this.decide(draft.id, { kind: 'agree' });
      }
    },

    async expire(): Promise<void> {
      for (const draft of drafts.filter(isOverdue)) await end(draft.id, 'expired');
    },
  };
}

/** Returns true for a draft that was neither answered nor ended. */
function isOpen({ decided, ended }: ApprovalDraft): boolean {
  return decided === undefined && ended === undefined;
}

/** Returns the message for a slowed site. The code stays 4001, because clients retry others at once. */
function slowedMessage(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `The user rejected or ignored too many requests of this site. Condor shows it no prompts for ${seconds} seconds.`;
}
