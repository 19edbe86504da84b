import type { TransactionFailure } from '../../../shared/activity/record.ts';
import { type CodeUse, hasCodeOf } from './account-code.ts';
import { nodeErrorOf } from './node-answers.ts';
import type { Rpc } from './rpc.ts';

/**
 * Returns why a mined transaction failed, from its receipt and the code that it needed; undefined
 * when it succeeded. Rejects like `rpc`.
 */
export async function failureIn(
  rpc: Rpc,
  code: CodeUse | undefined,
  { status, blockNumber }: Readonly<Record<string, unknown>>,
): Promise<TransactionFailure | undefined> {
  if (status !== '0x1') return { code: 'reverted' };
  if (code === undefined) return undefined;
  try {
    return (await hasCodeOf(rpc, code, String(blockNumber)))
      ? undefined
      : { code: 'code unchanged' };
  } catch (error) {
    // The node lacks old blocks, so only the receipt's status is used.
    if (nodeErrorOf(error) !== undefined) return undefined;
    throw error;
  }
}
