import { decodeErrorResult, type Hex } from 'viem';
import { i18n } from '#i18n';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { hasCode } from '../../../shared/errors.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { foreignText } from '../../../shared/visible-text.ts';

/** What Solidity's `require` and `revert` with a text encode, and its own checks. */
const revertAbi = [
  { type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const;
const MAX_REASON = 200;

/**
 * Returns a sentence about why a call failed: the contract's or the node's words, quoted and labelled,
 * because either may say anything.
 */
export function revertReason(message: string, data: string | undefined): string {
  if (data !== undefined && data.length > 2) {
    try {
      const decoded = decodeErrorResult({
        abi: [...optionBookAbi, ...revertAbi],
        data: data as Hex,
      });
      if (decoded.errorName === 'Error') return contractSays(decoded.args[0]);
      return decoded.errorName === 'Panic'
        ? i18n.t('worker.aCheckInsideTheContract')
        : contractSays(decoded.errorName);
    } catch {
      // Another contract's error: the node's message is the best there is.
    }
  }
  const words = message.replace(/^(VM Exception[^:]*: )?(execution )?reverted?:?\s*/i, '');
  return words === ''
    ? i18n.t('worker.noReasonGiven')
    : i18n.t('worker.nodeSays', { text: foreignText(words, MAX_REASON) });
}

function contractSays(text: string): string {
  return text === ''
    ? i18n.t('worker.noReasonGiven')
    : i18n.t('worker.contractSays', { text: foreignText(text, MAX_REASON) });
}

/** The sentence for whatever a chain call threw. */
export function chainFailure(error: unknown): string {
  if (error instanceof NodeError) {
    const { message, data } = error.body;
    return revertReason(message, typeof data === 'string' ? data : undefined);
  }
  if (hasCode(error, 'chainUnreachable')) return i18n.t('worker.theChainCannotBeReached');
  return i18n.t('worker.theChainGaveNoUsable');
}
