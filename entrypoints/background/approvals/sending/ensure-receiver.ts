import { checkReceiver, type ReceiverRefusal } from '../../../../shared/chain/receiver.ts';
import { CondorError } from '../../../../shared/errors.ts';

class ReceiverError extends CondorError<'refusedReceiver'> {}

/**
 * Throws for an address that can't receive the asset. The page makes the same check, but the worker
 * doesn't rely on the page. `option` is the option to send. A token's symbol is empty if it isn't
 * known.
 */
export function ensureReceiver(options: {
  to: string;
  from: string;
  tokens: readonly { readonly address: string; readonly symbol: string }[];
  option?: string;
}): void {
  const { option, ...rest } = options;
  const { refusal } = checkReceiver({ ...rest, known: [] });
  const isOption = option?.toLowerCase() === options.to.trim().toLowerCase();
  if (refusal === undefined && !isOption) return;
  throw new ReceiverError('refusedReceiver', 'Nothing may be sent to this address.', {
    details: isOption ? { reason: 'option' } : detailsOf(refusal),
  });
}

function detailsOf(refusal: ReceiverRefusal | undefined): Record<string, string> {
  if (refusal?.reason !== 'token') return { reason: refusal?.reason ?? 'form' };
  const { reason, symbol } = refusal;
  return symbol === '' ? { reason } : { reason, symbol };
}
