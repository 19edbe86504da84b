/** Why a chain refuses a fill, by the revert text of the book or of a token that it moves. */
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

/** Texts of the deployed book and of tokens (spec, Errors; reference 2.5), most telling first. */
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

/** Tells the cause out of a revert text; `other` for a text that no table has. */
export function fillRevert(reason: string): FillRevert {
  return TABLE.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';
}

const REVERTS = [
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

/** Every way in which a fill of the wallet's own comes to nothing. */
export const FILL_FAILURES = [
  ...REVERTS,
  'gone',
  'alreadyFilled',
  'revoking',
  'fillRunning',
  'refused',
  'worsePrice',
  'cutOff',
  'makerRole',
  'unknownProduct',
  'rejected',
  'locked',
  'feedDown',
  'chainDown',
  'approvalReverted',
  'superseded',
] as const;
export type FillFailureCode = (typeof FILL_FAILURES)[number];

/** Whether a failure is one with which the chain itself refuses a fill. */
export function isFillRevert(code: FillFailureCode): code is (typeof REVERTS)[number] {
  return REVERTS.some((revert) => revert === code);
}

/** A revert with what is known of both sides' tokens; without that the lack is taken for the taker's. */
export function failureOfRevert(
  revert: FillRevert,
  lacking: 'taker' | 'maker' | undefined,
): FillFailureCode {
  if (lacking !== 'maker') return revert;
  if (revert === 'allowance') return 'makerAllowance';
  return revert === 'balance' ? 'makerBalance' : revert;
}
