import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { floorContracts } from '../../../shared/orders/sizing.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { type Contracts, contracts } from '../../../shared/units.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/**
 * The size that the book itself would take, at most what is wanted: floored to a millionth of a
 * contract, then asked of the book (`getValidNumContracts`, reference section 2.1). A book without
 * that call leaves the size to us; zero means that it is too small for the book. Rejects when the
 * node does not answer: silence is not the book's.
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
    // Older books do not have the call; a real obstacle shows in the simulation before the signature.
    return wanted;
  }
}

/** The book reverted, or answered with nothing where viem expects a tuple. */
function isMissingCall(error: unknown): boolean {
  if (error instanceof NodeError)
    return error.body.code === 3 || /revert/i.test(error.body.message);
  return !(error instanceof RpcError);
}
