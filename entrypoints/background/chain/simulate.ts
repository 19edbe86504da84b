import { type Address, decodeErrorResult, type Hex, parseAbi } from 'viem';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { hasCode } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import type { Rpc } from './rpc.ts';

/** What Solidity's `require` and `revert` with a text encode. */
const revertAbi = parseAbi(['error Error(string)']);

export type Simulation =
  | { readonly outcome: 'succeeds'; readonly block: bigint }
  | { readonly outcome: 'fails'; readonly block: bigint; readonly reason: string }
  /** The node did not answer: nothing is known. */
  | { readonly outcome: 'unknown' };

/** Runs the transaction with `eth_call` on the newest block and says what would happen. */
export async function simulate(
  rpc: Rpc,
  account: Address,
  draft: TransactionDraft,
): Promise<Simulation> {
  let block: bigint;
  try {
    block = BigInt(String(await rpc.request('eth_blockNumber', [])));
  } catch {
    // Said on the screen: an unreachable node is not a failing transaction.
    return { outcome: 'unknown' };
  }
  const call = { from: account, to: draft.to, value: draft.value, data: draft.data };
  try {
    await rpc.request('eth_call', [call, `0x${block.toString(16)}`]);
    return { outcome: 'succeeds', block };
  } catch (error) {
    if (!(error instanceof NodeError)) return { outcome: 'unknown' };
    return { outcome: 'fails', block, reason: revertReason(error) };
  }
}

/** The revert text that a node error carries, or the node's own words. */
export function revertReason(error: NodeError): string {
  const { data, message } = error.body;
  if (typeof data === 'string' && data.length > 2) {
    try {
      const decoded = decodeErrorResult({
        abi: [...optionBookAbi, ...revertAbi],
        data: data as Hex,
      });
      return decoded.errorName === 'Error' ? decoded.args[0] : decoded.errorName;
    } catch {
      // Another contract's error: the node's message is the best there is.
    }
  }
  return message.replace(/^execution reverted:?\s*/i, '').slice(0, 200) || 'no reason given';
}

/** The sentence for whatever a chain call threw. */
export function chainFailure(error: unknown): string {
  if (error instanceof NodeError) return revertReason(error);
  if (hasCode(error, 'chainUnreachable')) return 'The chain cannot be reached.';
  return isRecord(error) && typeof error.shortMessage === 'string'
    ? error.shortMessage.slice(0, 200)
    : 'The chain gave no usable answer.';
}
