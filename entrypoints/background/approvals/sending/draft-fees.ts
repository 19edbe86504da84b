import type { ApprovalDraft } from '../../../../shared/approvals/types.ts';
import type { Wait } from '../../../../shared/ports.ts';
import { nonceInsteadOf } from '../../chain/made-again.ts';
import { nextNonce, pendingNonces } from '../../chain/nonce.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { ActivityLog } from '../../kernel/activity.ts';
import { pendingTransaction, replacedBy, replacementFloor } from './replacements.ts';

/**
 * Creates the functions that determine a draft's nonce and minimum fee. They read the wallet's
 * earlier transactions.
 */
export function createDraftFees(deps: {
  activity: ActivityLog;
  rpcOf: (chainId: number) => Rpc;
  wait: Wait;
}) {
  return {
    /** Returns the wallet's next nonce, or the nonce of the replaced transaction. */
    async nonceFor(draft: ApprovalDraft): Promise<number> {
      const { request, chainId } = draft;
      const replaced =
        request.kind === 'transaction' && request.replaces !== undefined
          ? pendingTransaction(deps.activity, request.replaces)?.nonce
          : undefined;
      const account = 'account' in request ? request.account : '';
      const rpc = deps.rpcOf(chainId);
      const transactions = deps.activity.transactions();
      const own = { rpc, chainId, account, transactions };
      const lost = request.kind === 'transaction' ? (request.insteadOf ?? []) : [];
      const former =
        lost.length > 0 ? await nonceInsteadOf({ ...own, lost, wait: deps.wait }) : undefined;
      return replaced ?? former ?? nextNonce(own);
    },

    /** Returns the nonces of the account's own pending transactions on the draft's chain. */
    pendingNoncesOf: ({ request, chainId }: ApprovalDraft): ReadonlySet<number> =>
      pendingNonces({
        chainId,
        account: 'account' in request ? request.account : '',
        transactions: deps.activity.transactions(),
      }),

    floorFor: (draft: ApprovalDraft) => replacementFloor(deps.activity, draft),

    replacedBy: (draft: ApprovalDraft) => replacedBy(deps.activity, draft),
  };
}
