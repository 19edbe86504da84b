import { BudgetError } from '../../../shared/approvals/budget.ts';
import type { ApprovalDraft, Requester } from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { siteOf } from '../../../shared/site-of.ts';
import type { Stored } from '../kernel/stored.ts';
import type { Alarms } from '../platform/alarms.ts';
import { createAdmission } from './admission.ts';
import { createQueue, type Decision } from './queue.ts';
import type { RequestReader } from './request-reader.ts';
import { type Asked, isSameRequest } from './same-request.ts';
import { topOf } from './site-limits.ts';

export type Approvals = ReturnType<typeof createApprovals>;

/**
 * Queues requests to the user. A request is stored as a frozen draft before a window opens. A
 * decision names a draft and a choice; the stored draft is signed.
 */
export function createApprovals(deps: {
  stored: Stored<ApprovalDraft[]>;
  random: Random;
  clock: Clock;
  alarms: Pick<Alarms, 'set' | 'clear'>;
  reader: RequestReader;
  /** Shows the approval window, or brings it to the front. */
  show: () => Promise<void>;
  /** Opens the approval window if it isn't open. */
  showMissing: () => Promise<void>;
  isBlocked: (site: string) => boolean;
  /** Called when the user is asked about a request, including a request of a former worker. */
  onAsked?: (requestKey: string) => void;
  onChange: () => void;
}) {
  const admission = createAdmission(deps);
  const queue = createQueue({ ...deps, onEnd: admission.count });
  const prompt = createPrompt(deps);
  const { open, find, decide, amend, endAll, unlocked, expire } = queue;

  /** Ends a new request that can't be explained, before a window opens. */
  async function checkExplained(draft: ApprovalDraft): Promise<boolean> {
    try {
      await deps.reader.read(draft);
      return true;
    } catch (error) {
      await queue.end(draft.id, 'unexplained');
      if (error instanceof BudgetError) return false;
      throw error;
    }
  }

  /**
   * Connects a request to its draft when the page sends the request again after the worker's death.
   */
  async function attach(known: ApprovalDraft): Promise<Decision> {
    const decision = queue.take(known);
    if (decision !== undefined) return decision;
    const answer = queue.wait(known.id);
    await prompt.show();
    return answer;
  }

  return {
    open,
    find,
    decide,
    amend,
    endAll,
    unlocked,
    expire,

    /** Restores drafts at the worker's start. The pages that asked reconnect by themselves. */
    async restore(): Promise<void> {
      await queue.restore();
      // The worker that waited for the wallet's own requests is dead, so these requests end.
      await endAll('page gone', ({ requester }) => requester.own === true);
      const frozen = await deps.reader.takeFrozen();
      // A request that froze the last worker would also freeze this worker.
      await endAll('unexplained', ({ requestKey }) => requestKey === frozen);
    },

    hasNoWindow: prompt.isMissing,

    /**
     * Opens the approval window if requests are open and the window isn't. With `toFront`, also
     * brings an open window to the front.
     */
    async showOpen({ toFront = false } = {}): Promise<void> {
      if (open().length > 0) await (toFront ? prompt.show() : prompt.showMissing());
    },

    slowedSites: admission.slowed,

    allowAgain(site: string): void {
      admission.allowAgain(site);
      deps.onChange();
    },

    /** Ends the requests of a site that the user blocks, and the requests of the site's frames. */
    async endBlocked(requester: Requester): Promise<void> {
      const site = siteOf(requester.origin);
      admission.blocked(requester);
      await endAll('site blocked', (draft) =>
        [siteOf(draft.requester.origin), topOf(draft.requester)].includes(site),
      );
    },

    /**
     * Asks the user. Resolves with the approving decision. Rejects with 4001 for every other
     * outcome, and with -32002 when the site already has an open request of this kind.
     */
    async request(input: Asked & { requestKey: string }): Promise<Decision> {
      const known = queue.ofRequest(input.requestKey);
      if (known !== undefined) {
        // Only an identical request may take over the draft, so that the signature matches the
        // screen.
        if (!isSameRequest(known, input)) throw new RpcError('invalidRequest');
        deps.onAsked?.(input.requestKey);
        return attach(known);
      }
      const refused = admission.refuse(input, open());
      if (refused !== undefined) {
        // The site gets the same error even if the window can't be shown.
        if (refused.showsOpen) await prompt.show();
        throw refused.error;
      }
      const draft: ApprovalDraft = Object.freeze({
        ...structuredClone(input),
        id: toBase64url(deps.random.bytes(16)),
        createdAt: deps.clock.now(),
      });
      const answer = queue.wait(draft.id);
      deps.onAsked?.(input.requestKey);
      await queue.add(draft);
      if (await checkExplained(draft)) await prompt.show();
      return answer;
    },
  };
}

function createPrompt(deps: {
  show: () => Promise<void>;
  showMissing: () => Promise<void>;
  onChange: () => void;
}) {
  let isMissing = false;

  /** When no window opens, the request stays open. The badge counts it, and the popup shows it. */
  async function showWith(open: () => Promise<void>): Promise<void> {
    const before = isMissing;
    isMissing = await open().then(
      () => false,
      () => true,
    );
    if (isMissing !== before) deps.onChange();
  }

  return {
    isMissing: (): boolean => isMissing,
    show: () => showWith(deps.show),
    showMissing: () => showWith(deps.showMissing),
  };
}
