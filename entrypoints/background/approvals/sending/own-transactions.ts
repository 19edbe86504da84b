import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { Requester } from '../../../../shared/approvals/types.ts';
import { toBase64url } from '../../../../shared/bytes.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import type { Random } from '../../../../shared/ports.ts';
import { quantity } from '../../chain/quantities.ts';
import type { Transactions } from './transactions.ts';

/** Requester of the wallet's own pages. Their requests use the same queue as those of sites. */
export const OWN: Requester = { origin: 'condor', own: true };

/** Returns the key of a new request of the wallet's own pages. */
export const ownKey = (random: Random): string => `own:${toBase64url(random.bytes(16))}`;

/** Returns the call that sets an allowance, in base units. */
export function approveCall(token: Address, spender: Address, amount: bigint) {
  const args = [spender, amount] as const;
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
  };
}

export type OwnTransactions = ReturnType<typeof createOwnTransactions>;

/** Creates transactions for the wallet's own pages, through the approval queue. */
export function createOwnTransactions(deps: { transactions: Transactions; random: Random }) {
  const ask = (
    chainId: number,
    account: Address,
    transaction: { to: Address; value: Hex; data: Hex },
  ) =>
    deps.transactions.ask({
      requester: OWN,
      requestKey: ownKey(deps.random),
      chainId,
      account,
      transaction,
    });

  return {
    /** Calls a contract. `value` in wei is only for functions that charge a fee. */
    call: (options: {
      chainId: number;
      account: Address;
      to: Address;
      data: Hex;
      value?: bigint;
    }): Promise<Hex> => {
      const { chainId, account, to, data, value = 0n } = options;
      return ask(chainId, account, { to, value: quantity(value), data });
    },

    /** Sends the chain's coin or a token. Amount in base units. */
    send: (options: {
      chainId: number;
      account: Address;
      to: Address;
      amount: bigint;
      token: Address | undefined;
    }): Promise<Hex> => {
      const { chainId, account, to, amount, token } = options;
      if (token === undefined)
        return ask(chainId, account, { to, value: quantity(amount), data: '0x' });
      const args = [to, amount] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
      return ask(chainId, account, { to: token, value: '0x0', data });
    },
  };
}
