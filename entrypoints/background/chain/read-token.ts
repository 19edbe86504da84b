import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { readContract } from './reads.ts';
import type { Rpc } from './rpc.ts';

export interface TokenFacts {
  readonly symbol: string;
  readonly decimals: number;
}

/** Symbol and decimals that a token contract reports; `undefined` when it isn't an ERC-20. */
export async function readToken(rpc: Rpc, address: Address): Promise<TokenFacts | undefined> {
  const read = (functionName: 'symbol' | 'decimals') =>
    readContract(rpc, { address, abi: erc20Abi, functionName });
  try {
    return factsOf(...(await Promise.all([read('symbol'), read('decimals')])));
  } catch {
    // It reverted or didn't decode: another kind of contract, or none.
    return undefined;
  }
}

/** Returns the symbol and decimals of a contract when they are usable. */
export function factsOf(symbol: unknown, decimals: unknown): TokenFacts | undefined {
  if (typeof symbol !== 'string' || typeof decimals !== 'number') return undefined;
  // Rejects symbols with look-alike or control characters.
  return /^[\w.$+-]{1,16}$/.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined;
}
