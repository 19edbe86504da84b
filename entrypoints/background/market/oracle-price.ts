import type { Address } from 'viem';
import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import { type Price8, price8 } from '../../../shared/units.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Returns an oracle's price if it is valid. Rejects when the oracle doesn't respond. */
export async function readOraclePrice(rpc: Rpc, address: Address): Promise<Price8 | undefined> {
  const [, price] = await readContract(rpc, {
    address,
    abi: priceFeedAbi,
    functionName: 'latestRoundData',
  });
  return price > 0n ? price8(price) : undefined;
}
