import type { ApprovalDraft, ApprovalEnd, Choice } from '../../../shared/approvals/types.ts';
import type { Clock } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { siteOf } from '../../../shared/site-of.ts';
import { createRejections } from './rejections.ts';
import type { Asked } from './same-request.ts';
import { createShowLimit, isSiteFull, isTwinRefused, topOf } from './site-limits.ts';

/** Decides whether a site can open a prompt. The wallet's own requests are never refused. */
export function createAdmission(deps: {
  clock: Clock;
  isBlocked: (site: string) => boolean;
  onChange: () => void;
}) {
  const { clock } = deps;
  const { slowed, slowedUntil, approved, ended, allowAgain, blocked } = createRejections(clock);
  const showLimit = createShowLimit(clock);

  return {
    slowed,
    allowAgain,
    blocked,

    /**
     * Returns the error for a refused request, and whether to bring the open request forward;
     * undefined when the user can be asked.
     */
    refuse(
      { requester, request }: Pick<Asked, 'requester' | 'request'>,
      open: readonly ApprovalDraft[],
    ): { readonly error: RpcError; readonly showsOpen: boolean } | undefined {
      if (requester.own) return undefined;
      const refusal = (error: RpcError, showsOpen = false) => ({ error, showsOpen });
      const top = topOf(requester);
      if (deps.isBlocked(siteOf(requester.origin)) || deps.isBlocked(top))
        return refusal(
          new RpcError('rejected', 'The user has blocked requests of this site for now.'),
        );
      const same = open.filter((draft) => draft.requester.origin === requester.origin);
      if (isTwinRefused(same, request.kind))
        return refusal(new RpcError('alreadyPending'), showLimit.admits(top));
      if (isSiteFull(open, requester, request)) return refusal(new RpcError('tooManyOpen'));
      const until = slowedUntil(requester);
      if (until === undefined) return undefined;
      // The wallet's own pages show which site is slowed.
      deps.onChange();
      return refusal(new RpcError('rejected', slowedMessage(until - clock.now())));
    },

    /** Counts how a request was answered or ended. */
    count({ requester, createdAt }: ApprovalDraft, outcome: Choice | ApprovalEnd): void {
      if (requester.own) return;
      if (typeof outcome === 'string') ended(requester, createdAt, outcome);
      else if (outcome.kind === 'reject') ended(requester, createdAt, 'rejected');
      else approved(requester);
    },
  };
}

/**
 * Returns the message for a slowed site. The code stays 4001, because clients retry immediately
 * after other codes.
 */
function slowedMessage(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `The user rejected or ignored too many requests of this site. Condor shows it no prompts for ${seconds} seconds.`;
}
