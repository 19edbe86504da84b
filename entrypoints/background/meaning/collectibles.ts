import { type Address, encodeFunctionData } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { ChainContext } from '../../../shared/chain/chain-context.ts';
import type { Rpc } from '../chain/rpc.ts';

const supportsInterfaceAbi = [
  {
    type: 'function',
    name: 'supportsInterface',
    stateMutability: 'view',
    inputs: [{ name: 'interfaceId', type: 'bytes4' }],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const;
/** ERC-165's number of ERC-721. */
const ERC721 = '0x80ac58cd';
const YES = `0x${'1'.padStart(64, '0')}`;

/**
 * ERC-20 and ERC-721 share `approve` and `transferFrom`: for a contract that reports collectibles
 * (ERC-165), the number is an item and not an amount.
 */
export async function asCollectible(
  rpc: Rpc,
  context: ChainContext,
  found: Understanding,
): Promise<Understanding> {
  if (found.kind !== 'approve' && found.kind !== 'transfer from') return found;
  const { token, amount: item } = found;
  if (context.tokenAt(token) !== undefined || !(await holdsCollectibles(rpc, token))) return found;
  return found.kind === 'approve'
    ? { kind: 'allow item', token, operator: found.spender, item }
    : { kind: 'transfer item', token, from: found.from, to: found.to, item, count: 1n };
}

async function holdsCollectibles(rpc: Rpc, token: Address): Promise<boolean> {
  const data = encodeFunctionData({
    abi: supportsInterfaceAbi,
    functionName: 'supportsInterface',
    args: [ERC721],
  });
  try {
    return (await rpc.request('eth_call', [{ to: token, data }, 'latest'])) === YES;
  } catch {
    // Most tokens have no such function, so the number is an amount.
    return false;
  }
}
