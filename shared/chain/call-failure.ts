import { Literal, Object as Shape, type Static, String as Text, Union } from 'typebox';

const closed = { additionalProperties: false };

/** Characters of a contract's or a node's text that are kept. */
export const MAX_REASON = 200;
/** Cleaned text; `foreignText` adds an ellipsis to what it cuts off. */
const Reason = Text({ minLength: 1, maxLength: 2 * MAX_REASON });

/**
 * Why a question to the chain failed. `contract` and `node` carry the words of either, which may say
 * anything: show them as a quotation.
 */
export const CallFailureSchema = Union([
  /** A revert text, or the name of an error of the order book. */
  Shape({ kind: Literal('contract'), text: Reason }, closed),
  Shape({ kind: Literal('node'), text: Reason }, closed),
  /** A check that Solidity itself makes failed. */
  Shape({ kind: Literal('panic') }, closed),
  /** Reverted without a reason. */
  Shape({ kind: Literal('no reason') }, closed),
  Shape({ kind: Literal('unreachable') }, closed),
  /** An answer that isn't one to the question. */
  Shape({ kind: Literal('unusable') }, closed),
]);
export type CallFailure = Static<typeof CallFailureSchema>;

/** The contract's or node's own words, to be matched; empty where there are none. */
export function wordsIn(failure: CallFailure): string {
  return 'text' in failure ? failure.text : '';
}
