import * as Type from '../schema.ts';

const closed = { additionalProperties: false };

/** Maximum characters of a contract's or node's text. */
export const MAX_REASON = 200;
/** Cleaned text. `foreignText` adds an ellipsis if it cuts the text. */
const Reason = Type.String({ minLength: 1, maxLength: 2 * MAX_REASON });

/**
 * Reason why a request to the chain failed. `contract` and `node` contain texts of others, which
 * pages show as quotations.
 */
export const CallFailureSchema = Type.Union([
  /** A revert's text, or the name of an error of the order book. */
  Type.Object({ kind: Type.Literal('contract'), text: Reason }, closed),
  Type.Object({ kind: Type.Literal('node'), text: Reason }, closed),
  /** The name of an error by which a token reports a missing allowance or balance. */
  Type.Object({ kind: Type.Literal('allowance'), text: Reason }, closed),
  Type.Object({ kind: Type.Literal('balance'), text: Reason }, closed),
  /** The selector of an error that Condor doesn't know. */
  Type.Object({ kind: Type.Literal('unknown error'), text: Reason }, closed),
  /** A built-in check of Solidity failed. */
  Type.Object({ kind: Type.Literal('panic') }, closed),
  Type.Object({ kind: Type.Literal('no reason') }, closed),
  Type.Object({ kind: Type.Literal('unreachable') }, closed),
  /** The response doesn't match the request. */
  Type.Object({ kind: Type.Literal('unusable') }, closed),
]);
export type CallFailure = Type.Static<typeof CallFailureSchema>;

/** Returns the contract's or node's own text, for matching; empty without one. */
export function wordsIn(failure: CallFailure): string {
  return 'text' in failure ? failure.text : '';
}
