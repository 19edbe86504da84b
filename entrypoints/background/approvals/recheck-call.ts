import type {
  ApprovalRequest,
  FeeChoice,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import { isWorse } from '../chain/compare-movements.ts';
import type { Rpc } from '../chain/rpc.ts';
import { simulate } from '../chain/simulate.ts';
import { conditionsOf } from '../chain/simulate-as-sent.ts';
import { movementOf, type Recheck, type StoredMovements } from './recheck.ts';

/** A call of an approved bundle whose turn has come. */
export interface DueCall {
  readonly account: string;
  readonly chainId: number;
  readonly draft: TransactionDraft;
  /** Gas limit of this call alone. */
  readonly fee: FeeChoice;
  /** Movements that the review showed for this call. */
  readonly shown: StoredMovements | undefined;
}

export type RecheckCall = ReturnType<typeof createRecheckCall>;

/**
 * Simulates each later call of a bundle again before it is sent, because other transactions have
 * changed the chain since the review.
 */
export function createRecheckCall(deps: {
  recheck: Pick<Recheck, 'shownByCall'>;
  rpcOf: (chainId: number) => Rpc;
}) {
  return {
    shownByCall: (request: ApprovalRequest) => deps.recheck.shownByCall(request),

    /**
     * Returns true when the call still does what the review showed. Returns false when it would
     * fail, move more out or less in, or when the node doesn't respond.
     */
    async isAsShown({ account, chainId, draft, fee, shown }: DueCall): Promise<boolean> {
      const now = await simulate(deps.rpcOf(chainId), account, [draft], conditionsOf(fee));
      if (now.outcome !== 'succeeds') return false;
      return !isWorse(shown?.map(movementOf), now.movements);
    },
  };
}
