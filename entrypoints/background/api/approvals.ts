import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { ApprovalDraft } from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { markOf, type Recheck } from '../approvals/recheck.ts';
import { type InspectDeps, inspectDraft } from '../meaning/inspect.ts';
import type { OrdersFeed } from '../orders/feed.ts';
import type { BlockedSites } from '../state/blocked-sites.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `approvals.${string}`>;

export function approvalHandlers(deps: {
  approvals: Approvals;
  blockedSites: BlockedSites;
  inspect: InspectDeps;
  recheck: Recheck;
  /** Read first, so that the card can show whether the quote is live. */
  feed: Pick<OrdersFeed, 'fresh'>;
}): Pick<Handlers, Topics> {
  const { approvals, recheck } = deps;
  return {
    async 'approvals.view'({ id }) {
      const draft = approvals.find(id);
      if (draft === undefined) return null;
      const open = approvals.open();
      const index = open.findIndex((candidate) => candidate.id === id) + 1;
      // The card reports a feed that is down as "could not be read".
      if (mayFill(draft)) await deps.feed.fresh().catch(() => undefined);
      return inspectDraft(
        { ...deps.inspect, onSimulated: (simulation) => recheck.remember(draft, simulation) },
        draft,
        { position: { index, count: open.length }, mark: markOf(draft.request) },
      );
    },
    async 'approvals.decide'({ id, mark, choice }) {
      const draft = approvals.find(id);
      if (draft !== undefined && choice.kind !== 'reject') {
        recheck.requireShown(draft, mark);
        if (choice.kind === 'send') await recheck.requireUnchanged(draft, choice.fee);
        // Another window can have edited the request while it was inspected.
        recheck.requireShown(approvals.find(id) ?? draft, mark);
      }
      await approvals.decide(id, choice);
      return null;
    },
    async 'approvals.rejectAll'() {
      await approvals.endAll('rejected');
      return null;
    },
    async 'approvals.blockSite'({ id }) {
      const { requester } = approvals.find(id) ?? {};
      if (requester === undefined || requester.own) return null;
      // Blocks a frame's site together with the site that frames it, which can make any number of
      // frames.
      const sites = [requester.origin, requester.topOrigin ?? requester.origin];
      for (const site of new Set(sites)) await deps.blockedSites.block(site);
      await approvals.endAll('site blocked', (draft) => {
        const { origin, topOrigin = origin } = draft.requester;
        return sites.includes(origin) || sites.includes(topOrigin);
      });
      return null;
    },
    async 'approvals.setAllowance'({ id, amount }) {
      const draft = approvals.find(id);
      if (draft !== undefined) await approvals.amend(id, withAllowance(draft, BigInt(amount)));
      return null;
    },
  };
}

function mayFill({ request, chainId }: ApprovalDraft): boolean {
  const drafts =
    request.kind === 'calls'
      ? request.calls
      : request.kind === 'transaction'
        ? [request.transaction]
        : [];
  return drafts.some((draft) => understandTransaction(draft, chainId).kind === 'fill');
}

/** Returns the same approval for another amount in base units; other requests stay as they are. */
function withAllowance({ request, chainId }: ApprovalDraft, amount: bigint) {
  if (request.kind !== 'transaction') return request;
  const understanding = understandTransaction(request.transaction, chainId);
  if (understanding.kind !== 'approve') return request;
  const args: readonly [Address, bigint] = [understanding.spender, amount];
  const data: Hex = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  return { ...request, transaction: { ...request.transaction, data } };
}
