import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { Rpc } from './rpc.ts';

/** What a token contract says of itself; `undefined` when it is no ERC-20. */
export async function readToken(
  rpc: Rpc,
  address: Address,
): Promise<{ symbol: string; decimals: number } | undefined> {
  const read = async (functionName: 'symbol' | 'decimals') => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName });
    const answer = await rpc.request('eth_call', [{ to: address, data }, 'latest']);
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: answer as Hex });
  };
  try {
    const [symbol, decimals] = await Promise.all([read('symbol'), read('decimals')]);
    if (typeof symbol !== 'string' || typeof decimals !== 'number') return undefined;
    // A name made of look-alike or control characters is none.
    return /^[\w.$+-]{1,16}$/.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined;
  } catch {
    // Reverted or undecodable: another kind of contract, or none.
    return undefined;
  }
}
