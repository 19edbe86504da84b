import { Literal, Object as Shape, type Static, String as Text, Union } from 'typebox';

const closed = { additionalProperties: false };

/** Maximum characters of a contract's or node's text. */
export const MAX_REASON = 200;
/** Cleaned text; `foreignText` adds an ellipsis where it cuts. */
const Reason = Text({ minLength: 1, maxLength: 2 * MAX_REASON });

/**
 * Why a chain request failed. `contract` and `node` contain foreign words, which may say anything:
 * show them as a quotation.
 */
export const CallFailureSchema = Union([
  /** A revert text, or the name of an error of the order book. */
  Shape({ kind: Literal('contract'), text: Reason }, closed),
  Shape({ kind: Literal('node'), text: Reason }, closed),
  /** A built-in check of Solidity failed. */
  Shape({ kind: Literal('panic') }, closed),
  /** Reverted without a reason. */
  Shape({ kind: Literal('no reason') }, closed),
  Shape({ kind: Literal('unreachable') }, closed),
  /** The response doesn't match the request. */
  Shape({ kind: Literal('unusable') }, closed),
]);
export type CallFailure = Static<typeof CallFailureSchema>;

/** Returns the contract's or node's own words, for matching; empty without any. */
export function wordsIn(failure: CallFailure): string {
  return 'text' in failure ? failure.text : '';
}
