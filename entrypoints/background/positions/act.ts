import type { Address, Hex } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Random } from '../../../shared/ports.ts';
import { approveCall, createOwnTransactions } from '../approvals/sending/own-transactions.ts';
import type { Transactions } from '../approvals/sending/transactions.ts';
import { type PlainAction, plainCall, transferCall } from '../market/options/action-calls.ts';

export type PositionActions = ReturnType<typeof createPositionActions>;

/** Calls an option contract for its holder, through the approval queue. */
export function createPositionActions(deps: { transactions: Transactions; random: Random }) {
  const own = createOwnTransactions(deps);
  const ask = (account: Address, to: Address, data: Hex): Promise<Hex> =>
    own.call({ chainId: CHAIN_ID, account, to, data });
  return {
    act: (account: Address, option: Address, action: PlainAction): Promise<Hex> =>
      ask(account, option, plainCall(action)),
    /** Grants an option the exact allowance for its exercise. */
    allowDelivery: (options: {
      account: Address;
      option: Address;
      token: Address;
      amount: bigint;
    }): Promise<Hex> => {
      const { to, data } = approveCall(options.token, options.option, options.amount);
      return ask(options.account, to, data);
    },
    transfer: (options: {
      account: Address;
      option: Address;
      isBuyer: boolean;
      to: Address;
    }): Promise<Hex> =>
      ask(options.account, options.option, transferCall(options.isBuyer, options.to)),
  };
}
