import type { Address } from 'viem';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import { multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';

/**
 * Returns the fee (wei) that an option contract charges for a split; zero before revision r12.
 * Rejects when the node doesn't respond.
 */
export async function readSplitFee(client: Rpc, option: Address): Promise<bigint> {
  const [fee] = await multicall(client, {
    contracts: [{ address: option, abi: optionAbi, functionName: 'getSplitFee' }],
  });
  return fee.status === 'success' ? fee.result : 0n;
}
