import * as Type from '../schema.ts';

const closed = { additionalProperties: false };

/** Maximum characters of a contract's or node's text. */
export const MAX_REASON = 200;
/** Cleaned text; `foreignText` adds an ellipsis where it cuts. */
const Reason = Type.String({ minLength: 1, maxLength: 2 * MAX_REASON });

/**
 * Why a chain request failed. `contract` and `node` contain foreign words, which may say anything:
 * show them as a quotation.
 */
export const CallFailureSchema = Type.Union([
  /** A revert text, or the name of an error of the order book. */
  Type.Object({ kind: Type.Literal('contract'), text: Reason }, closed),
  Type.Object({ kind: Type.Literal('node'), text: Reason }, closed),
  /** The name of an error by which a token reports a missing allowance or balance. */
  Type.Object({ kind: Type.Literal('allowance'), text: Reason }, closed),
  Type.Object({ kind: Type.Literal('balance'), text: Reason }, closed),
  /** The selector of an error that Condor doesn't know. */
  Type.Object({ kind: Type.Literal('unknown error'), text: Reason }, closed),
  /** A built-in check of Solidity failed. */
  Type.Object({ kind: Type.Literal('panic') }, closed),
  /** Reverted without a reason. */
  Type.Object({ kind: Type.Literal('no reason') }, closed),
  Type.Object({ kind: Type.Literal('unreachable') }, closed),
  /** The response doesn't match the request. */
  Type.Object({ kind: Type.Literal('unusable') }, closed),
]);
export type CallFailure = Type.Static<typeof CallFailureSchema>;

/** Returns the contract's or node's own words, for matching; empty without any. */
export function wordsIn(failure: CallFailure): string {
  return 'text' in failure ? failure.text : '';
}
