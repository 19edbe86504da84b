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

/** A call of a reviewed bundle that is due after others were mined. */
export interface DueCall {
  readonly account: string;
  readonly chainId: number;
  readonly draft: TransactionDraft;
  /** With the gas limit of this call alone. */
  readonly fee: FeeChoice;
  /** Movements that the review showed for it. */
  readonly shown: StoredMovements | undefined;
}

export type RecheckCall = ReturnType<typeof createRecheckCall>;

/**
 * Simulates a bundle's later calls again before they are sent. The calls before them, and everybody
 * else, have changed the chain since the review.
 */
export function createRecheckCall(deps: {
  recheck: Pick<Recheck, 'shownByCall'>;
  rpcOf: (chainId: number) => Rpc;
}) {
  return {
    shownByCall: (request: ApprovalRequest) => deps.recheck.shownByCall(request),

    /**
     * Returns true when the call still does what the review showed. False when it would fail, move
     * more out or less in, or when the node doesn't answer.
     */
    async isAsShown({ account, chainId, draft, fee, shown }: DueCall): Promise<boolean> {
      const now = await simulate(deps.rpcOf(chainId), account, [draft], conditionsOf(fee));
      if (now.outcome !== 'succeeds') return false;
      return !isWorse(shown?.map(movementOf), now.movements);
    },
  };
}
