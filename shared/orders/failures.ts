/** Causes of a fill's revert, by the revert text of the book or of a token. */
export type FillRevert =
  | 'signer'
  | 'signature'
  | 'expired'
  | 'cancelled'
  | 'exhausted'
  | 'allowance'
  | 'balance'
  | 'tooSmall'
  | 'priceFeed'
  | 'other';

/**
 * Texts of the deployed book and of tokens (options-market.md, "Errors"; options-protocol.md,
 * section 2.5), most specific first.
 */
const TABLE: readonly (readonly [RegExp, FillRevert])[] = [
  [/signer not authorized|contract owner not authorized/i, 'signer'],
  [/signature mismatch|invalid signature/i, 'signature'],
  [/order expired/i, 'expired'],
  [/order cancelled/i, 'cancelled'],
  [/exceeds max collateral/i, 'exhausted'],
  [/insufficient ?allowance|exceeds allowance/i, 'allowance'],
  [/exceeds balance|insufficient ?balance|insufficient funds/i, 'balance'],
  [/below min (?:contracts|premium)/i, 'tooSmall'],
  [/PriceFeedStale|PriceMustBePositive|InvalidPriceFeedDecimals/i, 'priceFeed'],
];

/** Returns the cause of a revert text; `other` for an unknown text. */
export function fillRevert(reason: string): FillRevert {
  return TABLE.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';
}

/** Codes of fills that the chain itself rejects. */
export const FILL_REVERTS = [
  'signer',
  'signature',
  'expired',
  'cancelled',
  'exhausted',
  'allowance',
  'makerAllowance',
  'balance',
  'makerBalance',
  'tooSmall',
  'priceFeed',
  'other',
] as const;

export const FILL_FAILURES = [
  ...FILL_REVERTS,
  'gone',
  'alreadyFilled',
  'revoking',
  'fillRunning',
  'wayBackRunning',
  'wayBackUnsure',
  'paymentRunning',
  'legsRunning',
  'refused',
  'worsePrice',
  'cutOff',
  'makerRole',
  'unknownProduct',
  'rejected',
  'unanswered',
  'locked',
  'feedDown',
  'chainDown',
  'approvalReverted',
  'conversionReverted',
  'conversionUnseen',
  'poolClosed',
  'poolFull',
  'poolLentOut',
  'superseded',
  'nonceTaken',
  'takenBack',
  'minedAfterAll',
  'lostStillOpen',
  'lostUnclear',
  'accountBusy',
] as const;
export type FillFailureCode = (typeof FILL_FAILURES)[number];

export type FillRevertCode = (typeof FILL_REVERTS)[number];

/** Returns true for failures by which the chain itself rejects a fill. */
export function isFillRevert(code: FillFailureCode): code is FillRevertCode {
  return FILL_REVERTS.some((revert) => revert === code);
}

/**
 * Returns the failure code of a revert, by the balances and allowances of both sides. If the
 * balances and allowances are unknown, the taker's tokens are assumed to be missing.
 */
export function failureOfRevert(
  revert: FillRevert,
  lacking: 'taker' | 'maker' | undefined,
): FillRevertCode {
  if (lacking !== 'maker') return revert;
  if (revert === 'allowance') return 'makerAllowance';
  return revert === 'balance' ? 'makerBalance' : revert;
}
