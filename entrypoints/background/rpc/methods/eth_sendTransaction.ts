import type { Address } from 'viem';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { WATCH_ONLY } from '../../approvals/sending/signatures.ts';
import type { Transactions } from '../../approvals/sending/transactions.ts';
import { type Method, method } from '../method.ts';
import { parseTransaction, type TransactionParams } from '../transaction-params.ts';

/** `eth_sendTransaction`: the wallet chooses the nonce, and the user chooses the fee. */
export function eth_sendTransaction(deps: {
  transactions: Transactions;
  canSign: (account: Address) => boolean;
}): Method {
  return method<TransactionParams>({
    name: 'eth_sendTransaction',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'strangers',
    once: true,
    parse: parseTransaction,
    async handle({ account, transaction, chainId }, context) {
      if (chainId !== undefined && chainId !== BigInt(context.chainId)) {
        throw new RpcError('invalidParams', 'The transaction names another chain.');
      }
      if (!context.accounts.includes(account)) throw new RpcError('unauthorized');
      if (!deps.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
      return deps.transactions.ask({
        requester: context.requester,
        requestKey: context.requestKey,
        chainId: context.chainId,
        account,
        transaction,
      });
    },
  });
}
