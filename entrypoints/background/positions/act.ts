import { type Address, encodeFunctionData, type Hex } from 'viem';
import { toBase64url } from '../../../shared/bytes.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Random } from '../../../shared/ports.ts';
import { OWN } from '../approvals/replacements.ts';
import type { Transactions } from '../approvals/transactions.ts';

const FUNCTIONS = {
  payout: 'payout',
  close: 'close',
  'return-excess': 'returnExcessCollateral',
} as const;

export type PositionActions = ReturnType<typeof createPositionActions>;

/** A holder's calls of its option contract; each passes the queue like any other transaction. */
export function createPositionActions(deps: { transactions: Transactions; random: Random }) {
  const ask = (account: Address, option: Address, data: Hex): Promise<Hex> =>
    deps.transactions.ask({
      requester: OWN,
      requestKey: `own:${toBase64url(deps.random.bytes(16))}`,
      chainId: CHAIN_ID,
      account,
      transaction: { to: option, value: '0x0', data },
    });
  return {
    act: (account: Address, option: Address, action: keyof typeof FUNCTIONS): Promise<Hex> =>
      ask(account, option, encodeFunctionData({ abi: optionAbi, functionName: FUNCTIONS[action] })),
    /** Hands the buyer's or the seller's side over. */
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
