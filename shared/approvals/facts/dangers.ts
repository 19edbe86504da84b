import type { CallFailure } from '../../chain/call-failure.ts';
import type { KnownAddress } from '../../chain/receiver.ts';
import type { FillRevertCode } from '../../orders/failures.ts';
import type { AmountFact, CoinFact } from './amounts.ts';
import type { CheckFact } from './checks.ts';

/** A danger that the user has to acknowledge. */
export type DangerFact =
  | { readonly code: PlainDanger }
  | { readonly code: 'looks alike'; readonly role: PartyRole; readonly known: KnownAddress }
  | { readonly code: 'could take collectible'; readonly operator: string }
  | { readonly code: 'could take every collectible'; readonly operator: string }
  /** An allowance. An unlimited one covers all that the account will ever hold. */
  | {
      readonly code: 'may take';
      readonly spender: string;
      readonly isBook: boolean;
      readonly isPool?: boolean;
      readonly isFactory?: boolean;
      readonly isUnlimited: boolean;
      readonly amount: AmountFact;
    }
  | { readonly code: 'gives option away'; readonly isBuyer: boolean; readonly target: string }
  | { readonly code: 'lets option be taken'; readonly isBuyer: boolean; readonly target: string }
  | { readonly code: 'receiver is another token'; readonly symbol: string }
  | { readonly code: 'trusts router'; readonly router: string; readonly amount: AmountFact }
  /** Bytes after the arguments, which the called contract may read. */
  | { readonly code: 'bytes after the call'; readonly count: number }
  /** Coins sent along with a call; in addition to the dangers before. */
  | { readonly code: 'sends coin'; readonly amount: CoinFact }
  /** Maximum in wei, rounded up to the shown decimals. */
  | { readonly code: 'unusual fee'; readonly most: CoinFact };

export type PlainDanger =
  | 'spender is a person'
  | 'option unknown'
  /** Exercising would gain something, or can't be judged. */
  | 'declines exercise'
  /** Delivers more than it gets, at the wallet's own prices. */
  | 'exercise at a loss'
  | 'exercise unpriced'
  | 'receiver burns'
  /** Money goes to an account that never received anything, by a call that usually pays the caller. */
  | 'receiver new'
  | 'meaning unknown'
  | 'not a known book'
  | 'premium above payout'
  | 'loses always'
  /** The option contract computes another payoff than the product's. */
  | 'payoff differs'
  /** The chain would reject it. */
  | 'would fail'
  /** A request to makers whose requester is another account. */
  | 'requester differs'
  | 'no least price'
  /** Sells for less than half of the value by the model or the present price, or for nothing. */
  | 'far below value'
  /** Buys for more than three times the value by the model, or at any plausible volatility. */
  | 'far above value'
  /** Sells while too few makers quote the expiry to tell its value, or nothing could be read. */
  | 'value unknown'
  /** A sealed offer: nobody but its signer and the requester can read its amount. */
  | 'amount sealed'
  /** An accepted offer above a buyer's own limit, or below a seller's. */
  | 'beyond limit'
  /** Settling takes the other side of a request that stayed open. */
  | 'becomes maker'
  | 'side not held'
  | 'terms differ'
  /** Without a simulation: a harmless name on an unknown contract. */
  | 'effect unproven'
  /** The result changes from block to block. */
  | 'unstable';

export type PartyRole = 'receiver' | 'spender';

/** Why a request can't be confirmed. */
export type RefusalFact =
  | { readonly code: 'receiver is a token' | 'receiver is nobody' | 'not waiting' }
  /** Could make calls as the account that nobody sees. */
  | { readonly code: 'acts as the account' }
  /** The delegator's address hasn't the code that the wallet knows. */
  | { readonly code: 'delegator differs' }
  /** A pending transaction of the account would make its authorization void. */
  | { readonly code: 'account busy' }
  /** The offer's maker signed another offer. */
  | { readonly code: 'offer not signed' }
  /** The finding that makes a trade of the factory unknown, unproven or unfit. */
  | { readonly code: 'trade'; readonly finding: CheckFact }
  /** The first failed check of the fill. */
  | { readonly code: 'fill'; readonly finding?: CheckFact }
  /** Minimum gas that a transaction needs. */
  | { readonly code: 'gas limit too low'; readonly least: string };

/** Why the chain would reject a transaction. Words of the contract or node are quoted. */
export type FailureFact =
  /** A fill that its own checks reject anyway. */
  | { readonly code: 'refuses too' }
  | { readonly code: 'fill'; readonly failure: Exclude<FillRevertCode, 'other'> }
  | { readonly code: 'fill refused'; readonly reason: CallFailure }
  | { readonly code: 'refused'; readonly reason: CallFailure };
