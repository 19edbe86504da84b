import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { floorContracts } from '../../../shared/orders/sizing.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { type Contracts, contracts } from '../../../shared/units.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/**
 * Returns the size that the book accepts, at most the wanted size. Rounds down to a millionth of a
 * contract, and then asks the book (`getValidNumContracts`; options-protocol.md, section 2.1). A
 * book without that function accepts the rounded size. Returns zero if the size is too small for
 * the book. Rejects when the node doesn't respond.
 */
export async function validSize(
  client: Rpc,
  { order, optionBookAddress }: Pick<FeedEntry, 'order' | 'optionBookAddress'>,
  size: { readonly wanted: Contracts; readonly decimals: number },
): Promise<Contracts> {
  const wanted = floorContracts(size.wanted, size.decimals);
  try {
    const { validContracts } = await readContract(client, {
      address: optionBookAddress,
      abi: optionBookAbi,
      functionName: 'getValidNumContracts',
      args: [order.implementation, order.strikes, wanted],
    });
    if (validContracts >= wanted) return wanted;
    return floorContracts(contracts(validContracts), size.decimals);
  } catch (error) {
    if (!isMissingCall(error)) throw error;
    // Older books lack the function. The simulation before the signature finds obstacles.
    return wanted;
  }
}

/** Returns true when the book reverted, or returned nothing instead of a tuple. */
function isMissingCall(error: unknown): boolean {
  if (error instanceof NodeError)
    return error.body.code === 3 || /revert/i.test(error.body.message);
  return !(error instanceof RpcError);
}
