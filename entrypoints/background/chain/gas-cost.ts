import { isRecord } from '../../../shared/is-record.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/** Wei; more than any coin's supply. A higher claim of a node wouldn't fit into the stored fill. */
const MOST = 2n ** 128n;

/**
 * Returns the cost of a mined transaction in wei: gas, and on a rollup the data fee (`l1Fee`).
 * Undefined without a complete and plausible receipt. Never rejects.
 */
export async function gasCostOf(rpc: Rpc, hash: string): Promise<bigint | undefined> {
  try {
    return gasCostIn(await rpc.request('eth_getTransactionReceipt', [hash]));
  } catch {
    return undefined;
  }
}

/** Returns the cost that a receipt reports, like `gasCostOf`. */
export function gasCostIn(receipt: unknown): bigint | undefined {
  if (!isRecord(receipt)) return undefined;
  const { gasUsed, effectiveGasPrice, l1Fee } = receipt;
  try {
    const below = l1Fee === undefined || l1Fee === null ? 0n : parseQuantity(l1Fee);
    const cost = parseQuantity(gasUsed) * parseQuantity(effectiveGasPrice) + below;
    return cost > MOST ? undefined : cost;
  } catch {
    return undefined;
  }
}
