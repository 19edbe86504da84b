import { i18n } from '#i18n';
import { CondorError } from '../../../shared/errors.ts';
import type { FillFailureCode } from '../../../shared/orders/failures.ts';

/** What pages say of each, in words for people. */
export const FAILURE_OF_TICKET = {
  'quote-gone': 'gone',
  'quote-replaced': 'gone',
  'quote-expired': 'expired',
  'order-refused': 'refused',
  'unknown-product': 'unknownProduct',
  'too-small': 'tooSmall',
  exhausted: 'exhausted',
  'already-filled': 'alreadyFilled',
  'revocation-running': 'revoking',
  'fill-running': 'fillRunning',
  'taker-balance': 'balance',
  'maker-balance': 'makerBalance',
  'maker-allowance': 'makerAllowance',
  'taker-allowance': 'allowance',
  'worse-price': 'worsePrice',
  'cut-off': 'cutOff',
  'would-revert': 'other',
} as const satisfies Readonly<Record<string, FillFailureCode>>;

/** Why a quote cannot be shown or filled; its message is the sentence in the user's language. */
export class TicketError extends CondorError<keyof typeof FAILURE_OF_TICKET> {
  constructor(code: keyof typeof FAILURE_OF_TICKET, details: Record<string, string> = {}) {
    super(code, i18n.t(`fill.failure.${FAILURE_OF_TICKET[code]}`), { details });
  }
}
