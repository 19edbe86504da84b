import type { Address } from 'viem';
import type { Collectible } from '../../../shared/approvals/types.ts';
import { collectibleAbi as abi } from '../../../shared/chain/abi/collectible.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { readContract } from './reads.ts';
import type { Rpc } from './rpc.ts';

/**
 * Returns how many of an item the account owns: 0 or 1 for ERC-721, and 0 for a contract that
 * reverts. Rejects when the node doesn't respond.
 */
export async function ownedOf(
  rpc: Rpc,
  account: Address,
  item: Pick<Collectible, 'address' | 'standard' | 'tokenId'>,
): Promise<bigint> {
  const address = item.address as Address;
  const id = BigInt(item.tokenId);
  try {
    if (item.standard === 'ERC1155') {
      return await readContract(rpc, {
        address,
        abi,
        functionName: 'balanceOf',
        args: [account, id],
      });
    }
    const owner = await readContract(rpc, { address, abi, functionName: 'ownerOf', args: [id] });
    return owner.toLowerCase() === account.toLowerCase() ? 1n : 0n;
  } catch (error) {
    if (error instanceof RpcError) throw error;
    return 0n;
  }
}

/** Returns the name of a collection; `undefined` when it has none, or one with unusual characters. */
export async function collectionName(rpc: Rpc, address: Address): Promise<string | undefined> {
  try {
    const name = await readContract(rpc, { address, abi, functionName: 'name' });
    return /^[\w .$#+-]{1,64}$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
