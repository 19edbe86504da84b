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
  | 'reclaimedOption'
  | 'youDeliver'
  | 'notDelivered'
  | 'seller'
  | 'exerciseUntil'
  | 'youGetForIt'
  | 'strikes'
  | 'expires'
  | 'collateralInIt'
  | 'collateralSplitOff'
  | 'contractsSplitOff'
  | 'swapped'
  | 'router'
  | 'quoteThatEnded'
  | 'cutoff'
  | 'calledContract'
  /** Rows of a change of code: its account, its payer, and the contract with the code. */
  | 'account'
  | 'payer'
  | 'accountCode'
  | 'attribution'
  | 'tokenOwner'
  | 'deadline'
  | FillLabel
  | RequestLabel;

type FillLabel =
  | 'product'
  | 'yourSide'
  | 'fillStrikes'
  | 'contracts'
  | 'premium'
  | 'fee'
  | 'feeAtMost'
  | 'collateral'
  | 'maxPayout'
  | 'maxLoss'
  | 'maxProfit'
  | 'breakEven'
  | 'optionExpires'
  | 'youReceive'
  | 'youDeliverAtExercise'
  | 'youGetAtExercise'
  | 'deliveredAtExercise'
  | 'maker'
  | 'referrer';

type RequestLabel =
  | 'request'
  | 'requester'
  | 'mostPaid'
  | 'leastReceived'
  | 'leastAfterTheFee'
  | 'leastAfterTheFeeNow'
  | 'offersUntil'
  | 'collateralAtSettlement'
  | 'deliveryToken'
  | 'referral'
  | 'offer'
  | 'offeror'
  | 'bestOffer'
  | 'youPay'
  | 'escrowReturned'
  | 'claimed';

export type RowValue =
  /** `isShort`: the full address appears only on hover. */
  | { readonly kind: 'address'; readonly address: string; readonly isShort?: true }
  /** `isWhole`: shown with all decimals. `isCost`: rounded up. */
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
  | { readonly kind: 'breakEvens'; readonly prices: readonly string[] }
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
  | { readonly kind: 'none' };

export interface RowFact {
  readonly label: RowLabel;
  readonly value: RowValue;
}
