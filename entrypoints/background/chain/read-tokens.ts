import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { factsOf, readToken, type TokenFacts } from './read-token.ts';
import { multicall } from './reads.ts';
import type { Rpc } from './rpc.ts';

/**
 * Returns what token contracts report about themselves, in the order of `addresses`, read in
 * batches. `undefined` for a contract that isn't an ERC-20, and for all of them when the node
 * doesn't respond.
 */
export async function readTokens(
  rpc: Rpc,
  addresses: readonly Address[],
): Promise<readonly (TokenFacts | undefined)[]> {
  if (addresses.length === 0) return [];
  const [first] = addresses;
  // A single token needs no multicall contract, which some chains lack.
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
    // Without symbols the movements are shown in units of the contract.
    return addresses.map(() => undefined);
  }
}
