import { worthSymbol } from '../../../shared/chain/lending.ts';
import type { ProcedureFacts } from '../../../shared/messages/procedures.ts';

/**
 * The kind of a claim's holder, as named in refusals. `payment`: the money of a request to makers.
 */
export type HolderKind = ProcedureFacts['kind'] | 'fill' | 'revocation' | 'request' | 'payment';

/** A reservation of a procedure that is under way. */
export interface Claim {
  readonly on: string;
  readonly by: HolderKind;
  /**
   * True when unrelated procedures can make the same claim. A new procedure then doesn't replace a
   * paused procedure.
   */
  readonly isCommon?: boolean;
}

export interface ClaimHolder {
  readonly id: string;
  readonly by: HolderKind;
  /** The procedure has stopped, and its last call can still be mined. */
  readonly isUnsure?: boolean;
}

/** Names an account's money in all forms of an asset: two plans for it would conflict. */
export const moneyOf = (account: string, symbol: string): string =>
  `money:${worthSymbol(symbol)}:${account.toLowerCase()}`;
