import { type Address, concat, encodeFunctionData } from 'viem';
import type { ApprovalDraft } from '../../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import { siteOf } from '../../../../shared/site-of.ts';
import type { BlockedSites } from '../../kernel/blocked-sites.ts';
import type { Commands } from '../../kernel/feature.ts';
import type { Approvals } from '../approvals.ts';
import type { Recheck } from '../recheck.ts';

/** Creates the commands with which the approval window decides the shown request. */
export function approvalCommands(deps: {
  approvals: Approvals;
  blockedSites: BlockedSites;
  recheck: Recheck;
  /** Inspects the shown request again and waits for the result. */
  repeated: () => Promise<void>;
}): Commands<'approvals'> {
  const { approvals, recheck } = deps;

  return {
    'approvals.show': ({ toFront }) => approvals.showOpen({ toFront }),
    async 'approvals.decide'({ id, mark, choice }) {
      const draft = approvals.find(id);
      if (draft !== undefined && choice.kind !== 'reject') {
        try {
          recheck.ensureShown(draft, mark);
          if (choice.kind === 'send') await recheck.ensureUnchanged(draft, choice.fee);
          // Another window may have edited the request during the inspection.
          recheck.ensureShown(approvals.find(id) ?? draft, mark);
        } catch (error) {
          // The page gets the current request first, then the reason for the refusal.
          await deps.repeated();
          throw error;
        }
      }
      await approvals.decide(id, choice);
    },
    'approvals.rejectAll': () => approvals.endAll('rejected'),
    async 'approvals.blockSite'({ id }) {
      const { requester } = approvals.find(id) ?? {};
      if (requester === undefined || requester.own) return;
      await deps.blockedSites.block(siteOf(requester.origin));
      await approvals.endBlocked(requester);
    },
    async 'approvals.setAllowance'({ id, amount }) {
      const draft = approvals.find(id);
      if (draft === undefined) return;
      await approvals.amend(id, withAllowance(draft, BigInt(amount)));
      await deps.repeated();
    },
  };
}

/**
 * Returns an allowance request with a different amount in base units. Returns other requests
 * unchanged.
 */
function withAllowance({ request, chainId }: ApprovalDraft, amount: bigint) {
  if (request.kind !== 'transaction') return request;
  const understanding = understandTransaction(request.transaction, chainId);
  if (understanding.kind !== 'approve') return request;
  const args: readonly [Address, bigint] = [understanding.spender, amount];
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  const { tail } = understanding;
  const data = tail?.kind === 'attribution' ? concat([call, tail.suffix]) : call;
  return { ...request, transaction: { ...request.transaction, data } };
}
