import { isRecord } from '../../../shared/is-record.ts';
import type { Wait } from '../../../shared/ports.ts';
import type { Rpc } from './rpc.ts';

/** Milliseconds between reads: nodes behind one address can be seconds apart. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** Returns a mined transaction's receipt; undefined after several tries. Never rejects. */
export async function readReceipt(client: Rpc, wait: Wait, hash: string) {
  for (const pause of [...PAUSES_MS, undefined]) {
    const receipt = await readReceiptOnce(client, hash).catch(() => undefined);
    if (receipt !== undefined) return receipt;
    if (pause !== undefined) await wait(pause);
  }
  return undefined;
}

/** Returns a mined transaction's receipt, if the node has it. Rejects like `rpc`. */
export async function readReceiptOnce(client: Rpc, hash: string) {
  const receipt = await client.request('eth_getTransactionReceipt', [hash]);
  return isReceipt(receipt, hash) ? receipt : undefined;
}

/** Returns true when the node doesn't know the transaction at all. Rejects like `rpc`. */
export async function isUnknown(client: Rpc, hash: string): Promise<boolean> {
  return (await client.request('eth_getTransactionByHash', [hash])) === null;
}

function isReceipt(
  answer: unknown,
  hash: string,
): answer is { blockNumber: string; status: string } {
  return (
    isRecord(answer) &&
    String(answer.transactionHash).toLowerCase() === hash.toLowerCase() &&
    typeof answer.status === 'string' &&
    typeof answer.blockNumber === 'string' &&
    /^0x[0-9a-fA-F]+$/.test(answer.blockNumber) &&
    Array.isArray(answer.logs)
  );
}
