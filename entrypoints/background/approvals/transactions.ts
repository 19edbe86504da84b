import type { Address, Hex } from 'viem';
import type { Requester, TransactionDraft } from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Broadcast } from '../chain/broadcast.ts';
import type { ChainClient } from '../chain/client.ts';
import { estimateFees } from '../chain/fees.ts';
import type { Approvals } from './approvals.ts';
import type { Ledger } from './ledger.ts';
import { wordsFor } from './words.ts';

/** One path for every transaction, whoever asks: approval, signature, broadcast. */
export interface Transactions {
  ask(options: {
    requester: Requester;
    requestKey: string;
    account: Address;
    transaction: TransactionDraft;
  }): Promise<Hex>;
}

export function createTransactions(deps: {
  approvals: Approvals;
  ledger: Ledger;
  client: ChainClient;
  broadcast: Broadcast;
}): Transactions {
  return {
    async ask({ requester, requestKey, account, transaction }) {
      const choice = await deps.approvals.request({
        requestKey,
        requester,
        request: { kind: 'transaction', account, transaction },
        chainId: CHAIN_ID,
      });
      if (choice.kind !== 'send') throw new RpcError('rejected');
      const estimate = await estimateFees(deps.client, account, transaction);
      const fee = estimate.quotes.find(({ preset }) => preset === choice.fee);
      if (fee === undefined) throw new RpcError('internal');
      return deps.broadcast.send({
        account,
        draft: transaction,
        gas: estimate.gas,
        fee,
        origin: requester.own ? '' : requester.origin,
        words: wordsFor(understandTransaction(transaction)),
        beforeSending: (hash) => deps.ledger.record(requestKey, hash),
      });
    },
  };
}
