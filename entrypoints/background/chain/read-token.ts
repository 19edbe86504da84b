import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { multicall } from './reads.ts';
import type { Rpc } from './rpc.ts';

export interface TokenFacts {
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * Returns what many token contracts say of themselves, in the order of `addresses`, asked in one call.
 * `undefined` for a contract that isn't an ERC-20, and for all of them when the node doesn't answer.
 */
export async function readTokens(
  rpc: Rpc,
  addresses: readonly Address[],
): Promise<readonly (TokenFacts | undefined)[]> {
  if (addresses.length === 0) return [];
  const [first] = addresses;
  // One token needs no multicall contract, which some chains lack.
  if (addresses.length === 1 && first !== undefined) return [await readToken(rpc, first)];
  const contracts = addresses.flatMap((address) => [
    { address, abi: erc20Abi, functionName: 'symbol' } as const,
    { address, abi: erc20Abi, functionName: 'decimals' } as const,
  ]);
  try {
    const answers = await multicall(rpc, { contracts });
    return addresses.map((_, index) =>
      factsOf(answers[2 * index]?.result, answers[2 * index + 1]?.result),
    );
  } catch {
    // Without names the movements are shown in units of the contract.
    return addresses.map(() => undefined);
  }
}

/** What a token contract says of itself; `undefined` when it is no ERC-20. */
export async function readToken(rpc: Rpc, address: Address): Promise<TokenFacts | undefined> {
  const read = async (functionName: 'symbol' | 'decimals') => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName });
    const answer = await rpc.request('eth_call', [{ to: address, data }, 'latest']);
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: answer as Hex });
  };
  try {
    return factsOf(...(await Promise.all([read('symbol'), read('decimals')])));
  } catch {
    // Reverted or undecodable: another kind of contract, or none.
    return undefined;
  }
}

function factsOf(symbol: unknown, decimals: unknown): TokenFacts | undefined {
  if (typeof symbol !== 'string' || typeof decimals !== 'number') return undefined;
  // A name made of look-alike or control characters is none.
  return /^[\w.$+-]{1,16}$/.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined;
}
