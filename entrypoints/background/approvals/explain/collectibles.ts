import { type Address, encodeFunctionData } from 'viem';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { readAbi } from '../../../../shared/chain/read-abi.ts';
import type { Rpc } from '../../chain/rpc.ts';

const supportsInterfaceAbi = readAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
]);
/** ERC-165 interface id of ERC-721. */
const ERC721 = '0x80ac58cd';
const WORD = /^0x[0-9a-f]{64}$/i;
const YES = `0x${'1'.padStart(64, '0')}`;

/**
 * Reads an amount as a collectible's number if the contract reports collectibles (ERC-165): ERC-20
 * and ERC-721 share `approve` and `transferFrom`. Collections older than ERC-165 don't report it,
 * so an allowance of zero counts as a revocation only if the contract has allowances.
 */
export async function asCollectible(
  { rpc, context }: { readonly rpc: Rpc; readonly context: ChainContext },
  found: Understanding,
  account: Address,
): Promise<Understanding> {
  if (found.kind !== 'approve' && found.kind !== 'transfer from') return found;
  const { token, amount: item } = found;
  if (context.tokenAt(token) !== undefined) return found;
  const [isCollection, isToken] = await Promise.all([
    holdsCollectibles(rpc, token),
    found.kind !== 'approve' || item > 0n || hasAllowance(rpc, token, account, found.spender),
  ]);
  if (!isCollection && isToken) return found;
  return found.kind === 'approve'
    ? { kind: 'allow item', token, operator: found.spender, item }
    : { kind: 'transfer item', token, from: found.from, to: found.to, item, count: 1n };
}

async function hasAllowance(
  rpc: Rpc,
  token: Address,
  owner: Address,
  spender: Address,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  });
  const answer = await rpc
    .request('eth_call', [{ to: token, data }, 'latest'])
    .catch(() => undefined);
  return typeof answer === 'string' && WORD.test(answer);
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
    // Most tokens hold amounts and don't have this function.
    return false;
  }
}
