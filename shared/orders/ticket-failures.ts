import type { FillFailureCode } from './failures.ts';

/** Why a quote can't be shown or filled. */
export const TICKET_CODES = [
  'quote-gone',
  'quote-replaced',
  'quote-expired',
  'order-refused',
  'unknown-product',
  'too-small',
  'exhausted',
  'already-filled',
  'revocation-running',
  'fill-running',
  'way-back-running',
  'taker-balance',
  'maker-balance',
  'maker-allowance',
  'taker-allowance',
  'pool-closed',
  'pool-full',
  'pool-lent-out',
  'conversion-unseen',
  'worse-price',
  'cut-off',
  'would-revert',
] as const;
export type TicketCode = (typeof TICKET_CODES)[number];

/** The fill failure of each code. */
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
  'way-back-running': 'wayBackRunning',
  'taker-balance': 'balance',
  'maker-balance': 'makerBalance',
  'maker-allowance': 'makerAllowance',
  'taker-allowance': 'allowance',
  'pool-closed': 'poolClosed',
  'pool-full': 'poolFull',
  'pool-lent-out': 'poolLentOut',
  'conversion-unseen': 'conversionUnseen',
  'worse-price': 'worsePrice',
  'cut-off': 'cutOff',
  'would-revert': 'other',
} as const satisfies Readonly<Record<TicketCode, FillFailureCode>>;
