import { BudgetError } from '../../../shared/approvals/budget.ts';
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
import { siteOf } from '../../../shared/site-of.ts';
import type { Alarms } from '../platform/alarms.ts';
import type { Stored } from '../state/stored.ts';
import { rejection } from './rejection.ts';
import { createRejections } from './rejections.ts';
import type { RequestReader } from './request-reader.ts';
import { type Asked, isSameRequest } from './same-request.ts';
import { createShowLimit, isSiteFull, isTwinRefused, topOf } from './site-limits.ts';

/** A request without an answer ends after this time. */
export const EXPIRY_MS = 30 * 60_000;
export const EXPIRY_ALARM = 'approvals-expire';

export type Approvals = ReturnType<typeof createApprovals>;

/** The approving choice and the stored draft's request, which is what gets signed. */
export interface Decision {
  readonly choice: Exclude<Choice, { kind: 'reject' }>;
  readonly request: ApprovalRequest;
}

interface Waiter {
  resolve(decision: Decision): void;
  reject(error: Error): void;
}

/**
 * Queue of requests to the user. A request is stored as a frozen draft before a window opens. A
 * decision names a draft and a choice, and the stored draft gets signed. Each end runs in this
 * order: remove, publish, resolve.
 */
export function createApprovals(deps: {
  stored: Stored<ApprovalDraft[]>;
  random: Random;
  clock: Clock;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  /** Reads a stored request before the user is asked about it. */
  reader: RequestReader;
  /** Shows the approval window, or brings it to the front. */
  show: () => Promise<void>;
  /** Opens the approval window if it isn't open. */
  showMissing: () => Promise<void>;
  /** Returns true while the user blocks the site. */
  isBlocked: (site: string) => boolean;
  /** Called when the user is asked about a request, also when that was before the worker died. */
  onAsked?: (requestKey: string) => void;
  onChange: () => void;
}) {
  let drafts: readonly ApprovalDraft[] = [];
  const waiters = new Map<string, readonly Waiter[]>();
  const rejections = createRejections(deps.clock);
  const showLimit = createShowLimit(deps.clock);
  /** True while the browser opens no window for the requests. */
  let hasNoWindow = false;

  /** The alarm can ring late, so every use of a draft checks its age too. */
  const isOverdue = (draft: ApprovalDraft) => draft.createdAt < deps.clock.now() - EXPIRY_MS;

  /** Returns true for a draft that is open and not too old. */
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
    if (draft !== undefined && isOpen(draft)) count(draft, outcome);
    try {
      await publish(
        drafts.flatMap((candidate) => {
          if (candidate.id !== id) return [candidate];
          return waiting.length === 0 ? leftFor(candidate, outcome) : [];
        }),
      );
    } finally {
      // The page gets its answer even when the disk is full.
      for (const waiter of waiting) {
        if (typeof outcome === 'string') waiter.reject(rejection(outcome, request?.kind));
        else if (outcome.kind === 'reject' || request === undefined) {
          waiter.reject(rejection('rejected', request?.kind));
        } else waiter.resolve({ choice: outcome, request });
      }
    }
  }

  function count({ requester, createdAt }: ApprovalDraft, outcome: Choice | ApprovalEnd): void {
    if (requester.own) return;
    if (typeof outcome !== 'string' && outcome.kind !== 'reject') rejections.approved(requester);
    else rejections.ended(requester, createdAt, typeof outcome === 'string' ? outcome : 'rejected');
  }

  /**
   * After worker death the page sends its request again and must receive the outcome. It is kept as
   * long as the request was.
   */
  function leftFor(draft: ApprovalDraft, outcome: Choice | ApprovalEnd): ApprovalDraft[] {
    const comesBack = !draft.requester.own && outcome !== 'page gone';
    // A page that didn't fetch the first outcome in time isn't coming back.
    if (!comesBack || draft.ended !== undefined || typeof outcome !== 'string') return [];
    return [Object.freeze({ ...draft, ended: outcome, createdAt: deps.clock.now() })];
  }

  function wait(id: string): Promise<Decision> {
    const answer = new Promise<Decision>((resolve, reject) => {
      waiters.set(id, [...(waiters.get(id) ?? []), { resolve, reject }]);
    });
    // The page's request awaits other work first.
    answer.catch(() => undefined);
    return answer;
  }

  /** Ends a new request that can't be explained, before a window opens. */
  async function checkExplained(draft: ApprovalDraft): Promise<boolean> {
    try {
      await deps.reader.read(draft);
      return true;
    } catch (error) {
      await end(draft.id, 'unexplained');
      if (error instanceof BudgetError) return false;
      throw error;
    }
  }

  /** A request whose window can't be opened stays open: the badge counts it, and the popup shows it. */
  async function showWith(open: () => Promise<void>): Promise<void> {
    const before = hasNoWindow;
    hasNoWindow = await open().then(
      () => false,
      () => true,
    );
    if (hasNoWindow !== before) deps.onChange();
  }

  const show = () => showWith(deps.show);

  /** Connects a request that the page sent again after worker death to its draft. */
  async function attach(known: ApprovalDraft): Promise<Decision> {
    const { decided, ended } = known;
    if (ended === undefined && isOverdue(known)) {
      await end(known.id, 'expired');
      await publish(drafts.filter((draft) => draft.id !== known.id));
      throw rejection('expired', known.request.kind);
    }
    if (decided === undefined && ended === undefined) {
      const answer = wait(known.id);
      await show();
      return answer;
    }
    await publish(drafts.filter((draft) => draft.id !== known.id));
    if (ended !== undefined) throw rejection(ended, known.request.kind);
    if (decided === undefined || decided.kind === 'reject') {
      throw rejection('rejected', known.request.kind);
    }
    return { choice: decided, request: known.request };
  }

  /** Brings the open request forward. The site gets the same error whether or not that works. */
  async function refuseTwin(top: string): Promise<never> {
    if (showLimit.admits(top)) await show();
    throw new RpcError('alreadyPending');
  }

  return {
    /** Restores drafts at the worker's start. The pages that asked reconnect by themselves. */
    async restore(): Promise<void> {
      drafts = (await deps.stored.read()) ?? [];
      const frozen = await deps.reader.takeFrozen();
      // A request that froze a worker would freeze this one too.
      await this.endAll('unexplained', ({ requestKey }) => requestKey === frozen);
    },

    open: (): readonly ApprovalDraft[] => drafts.filter(isAnswerable),

    /** Returns true when the wallet's own pages have to show the requests. */
    hasNoWindow: (): boolean => hasNoWindow,

    /** Opens a window for open requests that have none. */
    async showMissing(): Promise<void> {
      if (drafts.some(isAnswerable)) await showWith(deps.showMissing);
    },

    /** Sites that can't open prompts for now. */
    slowedSites: rejections.slowed,

    /** Lets a slowed site open prompts again. */
    allowAgain(site: string): void {
      rejections.allowAgain(site);
      deps.onChange();
    },

    /** Ends the requests of a site that the user blocks, and those of its frames. */
    async endBlocked(requester: Requester): Promise<void> {
      const site = siteOf(requester.origin);
      rejections.blocked(requester);
      await this.endAll('site blocked', (draft) =>
        [siteOf(draft.requester.origin), topOf(draft.requester)].includes(site),
      );
    },

    find: (id: string): ApprovalDraft | undefined => drafts.find((draft) => draft.id === id),

    /**
     * Asks the user. Resolves with the approving decision. Rejects with 4001 for every other
     * outcome, and with -32002 when the site has an open request of this kind.
     */
    async request(input: Asked & { requestKey: string }): Promise<Decision> {
      const known = drafts.find((draft) => draft.requestKey === input.requestKey);
      if (known !== undefined) {
        // The screen and the signature must agree: only an identical request may take over its
        // draft.
        if (!isSameRequest(known, input)) throw new RpcError('invalidRequest');
        deps.onAsked?.(input.requestKey);
        return attach(known);
      }
      const { origin, own } = input.requester;
      const top = topOf(input.requester);
      if (!own && (deps.isBlocked(siteOf(origin)) || deps.isBlocked(top))) {
        throw new RpcError('rejected', 'The user has blocked requests of this site for now.');
      }
      const open = drafts.filter(isAnswerable);
      const same = open.filter((draft) => draft.requester.origin === origin);
      if (!own && isTwinRefused(same, input.request.kind)) {
        return refuseTwin(top);
      }
      if (!own && isSiteFull(open, input.requester, input.request)) {
        throw new RpcError('tooManyOpen');
      }
      const slowedUntil = own ? undefined : rejections.slowedUntil(input.requester);
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
      deps.onAsked?.(input.requestKey);
      try {
        await publish([...drafts, draft]);
      } catch (error) {
        waiters.delete(draft.id);
        drafts = drafts.filter((candidate) => candidate.id !== draft.id);
        throw error;
      }
      if (await checkExplained(draft)) await show();
      return answer;
    },

    /** Applies the user's decision. Ignores unknown ids and second decisions. */
    async decide(id: string, choice: Choice): Promise<void> {
      const draft = drafts.find((candidate) => candidate.id === id);
      if (draft === undefined || !isOpen(draft)) return;
      if (isOverdue(draft)) {
        await end(id, 'expired');
        return;
      }
      if (waiters.has(id)) {
        await end(id, choice);
        return;
      }
      // The worker died and the page hasn't reconnected yet: the decision is kept for it.
      count(draft, choice);
      const decided: ApprovalDraft = Object.freeze({ ...draft, decided: choice });
      await publish(drafts.map((candidate) => (candidate.id === id ? decided : candidate)));
    },

    /**
     * Stores what the user edited in the window (an allowance's amount), so that it is both shown
     * and signed.
     */
    async amend(id: string, request: ApprovalRequest): Promise<void> {
      const draft = drafts.find((candidate) => candidate.id === id);
      if (draft === undefined || !isAnswerable(draft)) return;
      const amended: ApprovalDraft = Object.freeze({
        ...draft,
        request: structuredClone(request),
        // A request that is sent again after worker death is compared with the page's own version.
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

    /** Resolves the requests of sites that waited for the unlock. */
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
