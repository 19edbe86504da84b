import type { CallFailure } from '../../chain/call-failure.ts';
import type { KnownAddress } from '../../chain/receiver.ts';
import type { FillRevertCode } from '../../orders/failures.ts';
import type { AmountFact, CoinFact } from './amounts.ts';
import type { CheckFact } from './checks.ts';

/** A danger that the user has to acknowledge. */
export type DangerFact =
  | { readonly code: PlainDanger }
  | { readonly code: 'looksAlike'; readonly role: PartyRole; readonly known: KnownAddress }
  | { readonly code: 'couldTakeCollectible'; readonly operator: string }
  | { readonly code: 'couldTakeEveryCollectible'; readonly operator: string }
  /** An allowance. An unlimited allowance includes everything that the account receives later. */
  | {
      readonly code: 'mayTake';
      readonly spender: string;
      readonly isBook: boolean;
      readonly isPool?: boolean;
      readonly isFactory?: boolean;
      readonly isUnlimited: boolean;
      readonly amount: AmountFact;
    }
  | { readonly code: 'givesOptionAway'; readonly isBuyer: boolean; readonly target: string }
  | { readonly code: 'letsOptionBeTaken'; readonly isBuyer: boolean; readonly target: string }
  | { readonly code: 'receiver.otherToken'; readonly symbol: string }
  | { readonly code: 'trustsRouter'; readonly router: string; readonly amount: AmountFact }
  /** Bytes after the arguments, which the called contract may read. */
  | { readonly code: 'bytesAfterTheCall'; readonly count: number }
  /** Coins sent along with a call, in addition to the dangers above. */
  | { readonly code: 'sendsCoin'; readonly amount: CoinFact }
  /** Maximum fee in wei, rounded up to the shown decimals. */
  | { readonly code: 'unusualFee'; readonly most: CoinFact };

export type PlainDanger =
  | 'spender.person'
  | 'optionUnknown'
  /** Exercising would gain something, or its gain is unknown. */
  | 'declinesExercise'
  /** Exercising delivers more than it gets, at the wallet's own prices. */
  | 'exerciseAtALoss'
  | 'exerciseUnpriced'
  | 'receiverBurns'
  /**
   * The receiver never got anything from the user before, and such a call usually pays its caller.
   */
  | 'receiver.new'
  | 'meaning.unknown'
  | 'notAKnownBook'
  | 'premiumAbovePayout'
  | 'losesAlways'
  /** The option contract's payoff differs from the product's. */
  | 'payoff.differs'
  | 'wouldFail'
  | 'requester.differs'
  | 'limit.noLeast'
  /**
   * Sells for nothing, or for less than half of the model's value or of the lowest plausible value.
   */
  | 'farBelowValue'
  /** Buys for more than three times the model's value or the highest plausible value. */
  | 'farAboveValue'
  /**
   * The account sells, and the value is unknown: too few makers quote the expiry, or no quote could
   * be read.
   */
  | 'value.unknown'
  /** A sealed offer, whose amount only its signer and the requester can read. */
  | 'offer.amountSealed'
  /** An accepted offer is above the buyer's own limit, or below the seller's own limit. */
  | 'limit.beyond'
  /**
   * The account would become the maker, because settling takes the other side of an open request.
   */
  | 'becomesMaker'
  | 'side.notHeld'
  | 'terms.differ'
  /**
   * The called function has a harmless name, but its contract is unknown and the call wasn't
   * simulated.
   */
  | 'effectUnproven'
  /** The simulation's result changes from block to block. */
  | 'unstable';

export type PartyRole = 'receiver' | 'spender';

/** Reason why a request can't be confirmed. */
export type RefusalFact =
  | { readonly code: 'receiver.token' | 'receiver.nobody' | 'notWaiting' }
  /** The call could make hidden calls as the account. */
  | { readonly code: 'actsAsTheAccount' }
  /** The code at the delegator's address isn't the code that the wallet knows. */
  | { readonly code: 'delegator.differs' }
  /** A pending transaction of the account would make its authorization invalid. */
  | { readonly code: 'accountBusy' }
  /** The offer's maker didn't sign this offer. */
  | { readonly code: 'signature.offerNotSigned' }
  /** The finding that makes a trade of the factory unknown, unproven or inconsistent. */
  | { readonly code: 'trade'; readonly finding: CheckFact }
  /** The first failed check of the fill. */
  | { readonly code: 'fill'; readonly finding?: CheckFact }
  /** Minimum gas that a transaction needs. */
  | { readonly code: 'gasLimitTooLow'; readonly least: string };

/** Reason why the chain would reject a transaction. Texts of the contract or node are quoted. */
export type FailureFact =
  /** The chain rejects a fill that the wallet's own checks also reject. */
  | { readonly code: 'refusesToo' }
  | { readonly code: 'fill'; readonly failure: Exclude<FillRevertCode, 'other'> }
  | { readonly code: 'fillRefused'; readonly reason: CallFailure }
  | { readonly code: 'refused'; readonly reason: CallFailure };
