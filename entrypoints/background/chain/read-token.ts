import { type Address, type Hex, hexToString, trim } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { readAbi } from '../../../shared/chain/read-abi.ts';
import { CondorError } from '../../../shared/errors.ts';
import { readContract } from './reads.ts';
import type { Rpc } from './rpc.ts';

export interface TokenFacts {
  readonly symbol: string;
  readonly decimals: number;
}

/** Old tokens return their symbol as bytes32. */
export const bytesSymbolAbi = readAbi(['function symbol() view returns (bytes32)']);

/** Returns a contract's symbol, as a text or as bytes32. Rejects like `readContract`. */
export async function readSymbol(rpc: Rpc, address: Address): Promise<string> {
  try {
    return await readContract(rpc, { address, abi: erc20Abi, functionName: 'symbol' });
  } catch (error) {
    // The contract or the node refused. Other errors mean that the answer has another form.
    if (error instanceof CondorError) throw error;
    const bytes = await readContract(rpc, { address, abi: bytesSymbolAbi, functionName: 'symbol' });
    return bytesText(bytes);
  }
}

/** Returns the text of a symbol that was returned as bytes32. */
export function bytesText(bytes: Hex): string {
  return hexToString(trim(bytes, { dir: 'right' }));
}

export async function readToken(rpc: Rpc, address: Address): Promise<TokenFacts | undefined> {
  const decimals = readContract(rpc, { address, abi: erc20Abi, functionName: 'decimals' });
  try {
    return factsOf(...(await Promise.all([readSymbol(rpc, address), decimals])));
  } catch {
    return undefined;
  }
}

/**
 * Printable ASCII without blanks, quotation marks, backslashes and angle brackets, plus currency
 * signs. Slashes are allowed, because names of pools contain them. Letters of other scripts could
 * look like ASCII.
 */
const SYMBOL = /^(?:[\w!#$%&()*+,\-./:;=?@[\]^{|}~]|\p{Sc}){1,32}$/u;

/** Returns the symbol and decimals of a contract when they are usable. */
export function factsOf(symbol: unknown, decimals: unknown): TokenFacts | undefined {
  if (typeof symbol !== 'string' || typeof decimals !== 'number') return undefined;
  return SYMBOL.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined;
}
