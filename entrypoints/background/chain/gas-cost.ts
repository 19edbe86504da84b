import { isRecord } from '../../../shared/messages/page.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/**
 * Returns what a mined transaction cost in wei: its gas, and on a rollup the share of the chain below
 * (`l1Fee`). Undefined when no node shows a complete receipt. Never rejects.
 */
export async function gasCostOf(rpc: Rpc, hash: string): Promise<bigint | undefined> {
  try {
    const receipt = await rpc.request('eth_getTransactionReceipt', [hash]);
    if (!isRecord(receipt)) return undefined;
    const { gasUsed, effectiveGasPrice, l1Fee } = receipt;
    const below = l1Fee === undefined || l1Fee === null ? 0n : parseQuantity(l1Fee);
    return parseQuantity(gasUsed) * parseQuantity(effectiveGasPrice) + below;
  } catch {
    // The cost is information; the fill's outcome doesn't depend on it.
    return undefined;
  }
}
