import { type Address, encodeFunctionData, type Hex } from 'viem';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { physicalOptionAbi } from '../../../shared/chain/abi/physical-option.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Random } from '../../../shared/ports.ts';
import { approveCall, createOwnTransactions } from '../sending/own-transactions.ts';
import type { Transactions } from '../sending/transactions.ts';

const FUNCTIONS = {
  payout: 'payout',
  close: 'close',
  'return-excess': 'returnExcessCollateral',
} as const;
const PHYSICAL_FUNCTIONS = { exercise: 'exercise', decline: 'doNotExercise' } as const;

export type PositionActions = ReturnType<typeof createPositionActions>;

/** Calls of a holder to its option contract; each passes the approval queue. */
export function createPositionActions(deps: { transactions: Transactions; random: Random }) {
  const own = createOwnTransactions(deps);
  const ask = (account: Address, to: Address, data: Hex): Promise<Hex> =>
    own.call({ chainId: CHAIN_ID, account, to, data });
  return {
    act: (account: Address, option: Address, action: keyof typeof FUNCTIONS): Promise<Hex> =>
      ask(account, option, encodeFunctionData({ abi: optionAbi, functionName: FUNCTIONS[action] })),
    /** Exercises a physical option by delivering for its collateral, or gives it up. */
    decide: (
      account: Address,
      option: Address,
      action: keyof typeof PHYSICAL_FUNCTIONS,
    ): Promise<Hex> => {
      const functionName = PHYSICAL_FUNCTIONS[action];
      return ask(account, option, encodeFunctionData({ abi: physicalOptionAbi, functionName }));
    },
    /** Gives an option the exact allowance for its exercise. */
    allowDelivery: (options: {
      account: Address;
      option: Address;
      token: Address;
      amount: bigint;
    }): Promise<Hex> => {
      const { to, data } = approveCall(options.token, options.option, options.amount);
      return ask(options.account, to, data);
    },
    /** Transfers the buyer's or the seller's side. */
    transfer: (options: {
      account: Address;
      option: Address;
      isBuyer: boolean;
      to: Address;
    }): Promise<Hex> => {
      const args = [options.isBuyer, options.to] as const;
      const data = encodeFunctionData({ abi: optionAbi, functionName: 'transfer', args });
      return ask(options.account, options.option, data);
    },
  };
}
