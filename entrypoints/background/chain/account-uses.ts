import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { multicall3StateAbi } from '../../../shared/chain/abi/multicall3.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import type { AccountUse } from '../../../shared/messages/wallet-answers.ts';
import { parseQuantity } from './quantities.ts';
import { MULTICALL3, multicall } from './reads.ts';
import type { Rpc } from './rpc.ts';

/** Tokens whose balance shows that an account is in use. */
const SYMBOLS: readonly string[] = ['USDC', 'WETH', 'cbBTC'];

/**
 * Returns the balances of accounts and the number of transactions that each has sent, in the given
 * order. Sends one multicall, and one request for each account.
 */
export async function readAccountUses(
  rpc: Rpc,
  addresses: readonly Address[],
): Promise<AccountUse[]> {
  const tokens = TOKENS.filter(({ symbol }) => SYMBOLS.includes(symbol));
  const [coins, amounts, counts] = await Promise.all([
    multicall(rpc, {
      contracts: addresses.map((address) => ({
        address: MULTICALL3,
        abi: multicall3StateAbi,
        functionName: 'getEthBalance' as const,
        args: [address] as const,
      })),
    }),
    multicall(rpc, {
      contracts: addresses.flatMap((address) =>
        tokens.map((token) => ({
          address: token.address,
          abi: erc20Abi,
          functionName: 'balanceOf' as const,
          args: [address] as const,
        })),
      ),
    }),
    Promise.all(
      addresses.map(async (address) =>
        Number(parseQuantity(await rpc.request('eth_getTransactionCount', [address, 'latest']))),
      ),
    ),
  ]);
  return addresses.map((address, at) => {
    const held = [
      { symbol: 'ETH', decimals: 18, units: coins[at]?.result ?? 0n },
      ...tokens.map(({ symbol, decimals }, token) => ({
        symbol,
        decimals,
        units: amounts[at * tokens.length + token]?.result ?? 0n,
      })),
    ];
    return {
      address,
      sent: counts[at] ?? 0,
      balances: held
        .filter(({ units }) => units > 0n)
        .map(({ units, ...token }) => ({ ...token, units: units.toString() })),
    };
  });
}
