import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { Network } from '../../../shared/chain/network.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { BalanceView } from '../../../shared/messages/portfolio.ts';
import type { WatchedTokenView } from '../../../shared/messages/snapshot.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { getBalance, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/**
 * Reads balances on a network that the user added: its coin and the watched tokens. One call each,
 * because such a network may have no multicall contract. Leaves out what can't be read; nothing has
 * a price.
 */
export async function readElsewhere(options: {
  rpc: Rpc;
  network: Network;
  account: Address;
  watched: readonly WatchedTokenView[];
}): Promise<BalanceView[]> {
  const { rpc, network, account } = options;
  const { chainId, name, symbol } = network;
  const coin = async (): Promise<BalanceView> => {
    const amount = await getBalance(rpc, { address: account });
    return { chainId, network: name, symbol, name, decimals: 18, amount: tokenAmount(amount) };
  };
  const token = async ({ address, ...rest }: WatchedTokenView): Promise<BalanceView> => {
    const amount = await readContract(rpc, {
      address: address as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    });
    return {
      chainId,
      network: name,
      token: address,
      symbol: rest.symbol,
      name: shortAddress(address),
      decimals: rest.decimals,
      amount: tokenAmount(amount),
    };
  };
  const there = options.watched.filter((one) => one.chainId === chainId);
  const found = await Promise.allSettled([coin(), ...there.map(token)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
