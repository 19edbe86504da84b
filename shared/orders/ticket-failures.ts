import type { FillFailureCode } from './failures.ts';

export const TICKET_CODES = [
  'quoteGone',
  'quoteReplaced',
  'quoteExpired',
  'orderRefused',
  'unknownProduct',
  'tooSmall',
  'exhausted',
  'alreadyFilled',
  'revocationRunning',
  'fillRunning',
  'wayBackRunning',
  'wayBackUnsure',
  'paymentRunning',
  'legsRunning',
  'takerBalance',
  'makerBalance',
  'makerAllowance',
  'takerAllowance',
  'poolClosed',
  'poolFull',
  'poolLentOut',
  'conversionUnseen',
  'worsePrice',
  'cutOff',
  'wouldRevert',
] as const;
export type TicketCode = (typeof TICKET_CODES)[number];

/** Ticket codes whose fill failure has a different code. */
const RENAMED = {
  quoteGone: 'gone',
  quoteReplaced: 'gone',
  quoteExpired: 'expired',
  orderRefused: 'refused',
  revocationRunning: 'revoking',
  takerBalance: 'balance',
  takerAllowance: 'allowance',
  wouldRevert: 'other',
} as const satisfies Partial<Record<TicketCode, FillFailureCode>>;

type Renamed = typeof RENAMED;
type TicketFailure = Exclude<TicketCode, keyof Renamed> | Renamed[keyof Renamed];

const isRenamed = (code: TicketCode): code is keyof Renamed => Object.hasOwn(RENAMED, code);

export function fillFailureOf(code: TicketCode): TicketFailure & FillFailureCode {
  return isRenamed(code) ? RENAMED[code] : code;
}
