import type { Address, Hex } from 'viem';
import type { Requester, TransactionDraft } from '../../../../shared/approvals/types.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Broadcast } from '../../chain/broadcast.ts';
import type { Lost } from '../../chain/made-again.ts';
import type { Approvals } from '../approvals.ts';
import { isCancelling } from './cancelling.ts';
import { type Names, sentFacts } from './sent-facts.ts';

export interface TransactionRequest {
  readonly requester: Requester;
  readonly requestKey: string;
  readonly chainId: number;
  readonly account: Address;
  readonly transaction: TransactionDraft;
  readonly replaces?: Hex;
  /** True when the replacement cancels the transaction. */
  readonly isCancel?: boolean;
  readonly step?: { readonly index: number; readonly count: number };
  /**
   * Hashes of lost transactions to replace. The chain may include either one of them or the new
   * transaction, never both.
   */
  readonly insteadOf?: readonly string[];
  /** Called after the user confirmed and before the transaction is sent. */
  readonly onAgreed?: () => void;
}

/** The only code that sends transactions: asks for approval, signs and broadcasts. */
export interface Transactions {
  /**
   * Returns the hash after the bytes were stored and sent. Rejects with 4001 or the node's refusal.
   * A transaction that can't replace the lost transactions is rejected like in `nonceInsteadOf`, if
   * possible before the user is asked.
   */
  ask(request: TransactionRequest): Promise<Hex>;
}

export function createTransactions(
  deps: Names & {
    approvals: Pick<Approvals, 'request'>;
    broadcast: Broadcast;
    watchLocks: () => () => boolean;
    /** Returns a pending transaction's nonce; `undefined` once it isn't pending any more. */
    pendingNonce: (id: Hex) => number | undefined;
    /** Rejects when the transaction can't replace the lost transactions. */
    nonceInsteadOf: (of: Pick<Lost, 'account' | 'chainId' | 'lost'>) => Promise<number | undefined>;
  },
): Transactions {
  return {
    async ask(asked) {
      const { requester, requestKey, chainId, account, transaction } = asked;
      const { replaces, isCancel, step, insteadOf = [] } = asked;
      // Before the user is asked, rejects a transaction that couldn't be signed.
      if (insteadOf.length > 0) await deps.nonceInsteadOf({ chainId, account, lost: insteadOf });
      const { choice, request } = await deps.approvals.request({
        requestKey,
        requester,
        chainId,
        request: {
          kind: 'transaction',
          account,
          transaction,
          ...(replaces === undefined ? {} : { replaces }),
          ...(isCancel === true ? { isCancel } : {}),
          ...(step === undefined ? {} : { step }),
          ...(insteadOf.length === 0 ? {} : { insteadOf: [...insteadOf] }),
        },
      });
      const isAgreed = deps.watchLocks();
      if (choice.kind !== 'send' || request.kind !== 'transaction') throw new RpcError('rejected');
      asked.onAgreed?.();
      const draft = request.transaction;
      const nonce = replaces === undefined ? choice.fee.nonce : deps.pendingNonce(replaces);
      if (replaces !== undefined && nonce === undefined) {
        const message = 'The transaction was mined meanwhile: nothing to replace.';
        throw new RpcError('notPending', message);
      }
      const facts = sentFacts(draft, { account, chainId }, deps);
      return deps.broadcast.send({
        account,
        chainId,
        draft,
        isAgreed,
        isCancel: isCancelling(request),
        fee: { ...choice.fee, ...(nonce === undefined ? {} : { nonce }) },
        requestKey,
        origin: requester.own ? '' : requester.origin,
        insteadOf,
        ...(replaces === undefined || isCancelling(request) ? {} : { speedsUp: replaces }),
        ...facts,
        ...(isCancelling(request) ? { what: { kind: 'cancel transaction' } } : {}),
      });
    },
  };
}
