import type { AmountFact, TokenFact, TradedFact } from './amounts.ts';
import type { StrikesFact } from './strikes.ts';

export type RowLabel =
  | 'token'
  | 'spender'
  | 'amount'
  | 'contract'
  | 'item'
  | 'operator'
  | 'count'
  | 'from'
  | 'to'
  | 'option'
  | 'side'
  | 'receiver'
  | 'reclaimed option'
  | 'you deliver'
  | 'not delivered'
  | 'seller'
  | 'exercise until'
  | 'you get for it'
  | 'strikes'
  | 'expires'
  | 'collateral in it'
  | 'collateral split off'
  | 'contracts split off'
  | 'swapped'
  | 'router'
  | 'quote that ended'
  | 'cutoff'
  /** The contract of an unknown call. */
  | 'called contract'
  /** Rows of a change of code: its account, its payer, and the contract with the code. */
  | 'account'
  | 'payer'
  | 'account code'
  | 'attribution'
  | 'token owner'
  | 'deadline'
  | FillLabel
  | RequestLabel;

/** Row labels of a fill. */
type FillLabel =
  | 'product'
  | 'your side'
  | 'fill strikes'
  | 'contracts'
  | 'premium'
  | 'fee'
  | 'fee at most'
  | 'collateral'
  | 'max payout'
  | 'max loss'
  | 'max profit'
  | 'break-even'
  | 'option expires'
  | 'you receive'
  | 'youDeliverAtExercise'
  | 'youGetAtExercise'
  | 'deliveredAtExercise'
  | 'maker'
  | 'referrer';

/** Row labels of a request to makers, and of calls about one. */
type RequestLabel =
  | 'request'
  | 'requester'
  | 'most paid'
  | 'least received'
  | 'least after the fee'
  | 'offers until'
  | 'collateral at settlement'
  | 'delivery token'
  | 'referral'
  | 'offer'
  | 'offeror'
  | 'best offer'
  | 'you pay'
  | 'escrow returned'
  | 'claimed';

export type RowValue =
  /** `isShort`: the whole address appears only on hover. */
  | { readonly kind: 'address'; readonly address: string; readonly isShort?: true }
  /** `isWhole`: shown with all decimals. A cost is rounded up. */
  | {
      readonly kind: 'amount';
      readonly amount: AmountFact;
      readonly isWhole?: true;
      readonly isCost?: true;
    }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'token'; readonly token: TokenFact }
  | { readonly kind: 'book' | 'pool' | 'factory'; readonly address: string }
  | { readonly kind: 'contracts'; readonly units: string; readonly decimals: number }
  | ({ readonly kind: 'strikes' } & StrikesFact)
  /** Dollars with 8 decimals. */
  | { readonly kind: 'break-evens'; readonly prices: readonly string[] }
  /** Unix seconds. */
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'traded'; readonly traded: TradedFact }
  | { readonly kind: 'taker side'; readonly side: 'buy' | 'sell' }
  | { readonly kind: 'option side'; readonly isBuyer: boolean }
  /** An integer: an item's id, or a count. */
  | { readonly kind: 'number'; readonly number: string }
  /** Names that the site gives (ERC-8021): letters, digits, `_`, `.` and `-`. */
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'no referrer'; readonly address: string }
  /** Can't be computed. */
  | { readonly kind: 'none' };

export interface RowFact {
  readonly label: RowLabel;
  readonly value: RowValue;
}
