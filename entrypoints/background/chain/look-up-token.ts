import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { MAX_TOKEN_DECIMALS, type TokenLookup } from '../../../shared/chain/token-lookup.ts';
import { cleanName } from '../../../shared/clean-name.ts';
import { hasCode } from '../../../shared/errors.ts';
import { factsOf, readSymbol } from './read-token.ts';
import { readContract } from './reads.ts';
import type { Rpc } from './rpc.ts';

const NAME_LENGTH = 40;
/** Code of an ordinary account that delegates to a contract (EIP-7702). */
const DELEGATED = /^0xef0100/i;

/**
 * Reads what a contract reports about itself as an ERC-20 token: bounded and checked, not trusted.
 * @throws RpcError when the node doesn't respond
 */
export async function lookUpToken(rpc: Rpc, address: Address): Promise<TokenLookup> {
  const code = await rpc.request('eth_getCode', [address, 'latest']);
  if (typeof code !== 'string' || code === '0x' || DELEGATED.test(code)) {
    return { kind: 'noContract' };
  }
  const [name, symbol, decimals] = await Promise.all([
    ask(rpc, address, 'name'),
    given(readSymbol(rpc, address)),
    ask(rpc, address, 'decimals'),
  ]);
  if (symbol === undefined || decimals === undefined) return { kind: 'noToken' };
  if (typeof decimals !== 'number' || decimals > MAX_TOKEN_DECIMALS) {
    return { kind: 'badDecimals' };
  }
  const facts = factsOf(symbol, decimals);
  if (facts === undefined) return { kind: 'badSymbol' };
  const cleaned = typeof name === 'string' ? cleanName(name, NAME_LENGTH) : undefined;
  return { kind: 'token', ...facts, ...(cleaned === undefined ? {} : { name: cleaned }) };
}

function ask(rpc: Rpc, address: Address, functionName: 'name' | 'decimals') {
  return given(readContract(rpc, { address, abi: erc20Abi, functionName }));
}

/** Returns a contract's answer; undefined when the call reverted or didn't decode. */
async function given<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, 'chainUnreachable')) throw error;
    return undefined;
  }
}
