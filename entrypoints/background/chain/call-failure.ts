import { decodeErrorResult, type Hex } from 'viem';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { type CallFailure, MAX_REASON } from '../../../shared/chain/call-failure.ts';
import { hasCode } from '../../../shared/errors.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { foreignText } from '../../../shared/visible-text.ts';

/** Encodings of Solidity's `require` and `revert` with a message, and of its own checks. */
const revertAbi = [
  { type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const;

/** Returns why a call was reverted. Cuts messages of contract or node to 200 characters. */
export function revertOf(message: string, data: string | undefined): CallFailure {
  if (data !== undefined && data.length > 2) {
    try {
      const decoded = decodeErrorResult({
        abi: [...optionBookAbi, ...optionFactoryAbi, ...revertAbi],
        data: data as Hex,
      });
      if (decoded.errorName === 'Panic') return { kind: 'panic' };
      return quoted(
        'contract',
        decoded.errorName === 'Error' ? decoded.args[0] : decoded.errorName,
      );
    } catch {
      // For another contract's error, the node's message is the best description.
    }
  }
  return quoted('node', message.replace(/^(VM Exception[^:]*: )?(execution )?reverted?:?\s*/i, ''));
}

function quoted(kind: 'contract' | 'node', text: string): CallFailure {
  const shown = foreignText(text, MAX_REASON);
  return shown === '' ? { kind: 'no reason' } : { kind, text: shown };
}

/** Returns why a read of the chain failed, from the error that was thrown. */
export function callFailure(error: unknown): CallFailure {
  if (error instanceof NodeError) {
    const { message, data } = error.body;
    return revertOf(message, typeof data === 'string' ? data : undefined);
  }
  return { kind: hasCode(error, 'chainUnreachable') ? 'unreachable' : 'unusable' };
}
