import type { KnownAddress } from '../../chain/receiver.ts';
import type { OrderCheck } from '../../orders/fit.ts';
import type { AmountFact, TokenFact, TradedFact } from './amounts.ts';
import type { Contradiction } from './moves.ts';
import type { StrikesFact } from './strikes.ts';

export type CheckStatus = 'passed' | 'warned' | 'failed';

/** One check with its outcome. `code` names the finding; other members contain its details. */
export type CheckFact = { readonly status: CheckStatus } & (
  | { readonly code: PlainCheck }
  | AddressCheck
  | MoneyCheck
  | FillCheck
  | RequestCheck
);

export type PlainCheck =
  | 'spender.knownBook'
  | 'spender.lendingPool'
  | 'spender.factory'
  | 'spender.unknown'
  | 'spender.person'
  | 'spender.ownOption'
  | 'receiver.new'
  | 'receiver.token'
  | 'receiver.nobody'
  | 'amount.limited'
  | 'amount.unlimited'
  | 'amount.everyItem'
  | 'amount.exactDelivery'
  | 'book.known'
  | 'book.unknown'
  | 'option.productKnown'
  | 'option.codeUnknown'
  | 'meaning.unknown'
  | 'contract.missing'
  | 'contract.bookElsewhere'
  | 'simulation.unstable'
  /** The account delegates to other code than the pinned delegator (EIP-7702). */
  | 'account.runsCode'
  | 'delegator.genuine'
  | 'delegator.differs'
  /** The account gets the delegator's code before the calls are made. */
  | 'account.codeIsSet'
  | 'account.codeRemoved'
  /** Somebody else may have set the code that is removed. */
  | 'key.mayBeKnown';

type AddressCheck =
  | { readonly code: 'receiver.known'; readonly known: KnownAddress }
  | { readonly code: 'receiver.looksAlike'; readonly known: KnownAddress }
  | { readonly code: 'spender.looksAlike'; readonly known: KnownAddress }
  | { readonly code: 'receiver.otherToken'; readonly symbol: string }
  /** The called contract makes the inner calls, not the account. */
  | { readonly code: 'caller.isContract'; readonly address: string };

/** Prices in wei per gas, costs in wei of the coin. */
type MoneyCheck =
  /** The contract itself reports symbol and decimals. */
  | { readonly code: 'token.nameClaimed'; readonly token: TokenFact }
  | { readonly code: 'token.imitates'; readonly token: TokenFact; readonly known: string }
  | { readonly code: 'amount.anyTime'; readonly amount: AmountFact }
  | { readonly code: 'simulation.contradicts'; readonly found: Contradiction }
  | { readonly code: 'nonce.ahead'; readonly nonce: number; readonly next: string }
  | {
      readonly code: 'gasLimit.generous';
      readonly limit: string;
      readonly needed: string;
      readonly most: string;
      readonly coin: string;
    }
  | {
      readonly code: 'fee.implausible';
      readonly price: string;
      readonly most: string;
      readonly coin: string;
    }
  | { readonly code: 'siteFee.tooLow'; readonly price: string }
  | { readonly code: 'siteFee.tooHigh'; readonly price: string };

type FillCheck =
  | { readonly code: 'fillBook.known'; readonly book: string }
  /** A check of the order. `term` is the checked value if the check passed. */
  | { readonly code: 'order'; readonly found: OrderCheck; readonly term?: OrderTerm }
  | { readonly code: PlainFillCheck }
  | { readonly code: 'budget.left'; readonly left: AmountFact }
  | { readonly code: 'budget.short'; readonly left: AmountFact; readonly needed: AmountFact }
  | {
      readonly code: 'allowance.enough' | 'balance.enough' | 'maker.enough';
      readonly needed: AmountFact;
    }
  | {
      readonly code: 'allowance.short' | 'balance.short';
      readonly held: AmountFact;
      readonly needed: AmountFact;
    };

type RequestCheck =
  | { readonly code: PlainRequestCheck }
  | {
      readonly code: 'escrow.held' | 'settlement.taken' | 'settlement.sold';
      readonly amount: AmountFact;
    }
  | {
      readonly code: 'allowance.factoryEnough' | 'balance.requesterEnough';
      readonly needed: AmountFact;
    }
  | {
      readonly code: 'allowance.factoryShort' | 'balance.requesterShort';
      readonly held: AmountFact;
      readonly needed: AmountFact;
    };

export type PlainRequestCheck =
  | 'factory.known'
  | 'contract.otherRevision'
  | 'answers.mayNotCome'
  | 'requester.differs'
  | 'side.held'
  | 'side.notHeld'
  | 'terms.match'
  | 'terms.differ'
  | 'option.otherFactory'
  | 'option.unread'
  | 'option.proven'
  | 'option.unproven'
  /** The option is settled, or lacks its collateral. */
  | 'option.empty'
  | 'window.over'
  | 'window.afterExpiry'
  | 'window.long'
  | 'afterwards.staysOpen'
  | 'limit.noHighest'
  | 'limit.noLeast'
  | 'offerKey.unusable'
  | 'offerKey.another'
  | 'referral.getsShare'
  /** The following findings concern a call about a request to makers. */
  | 'request.unread'
  | 'request.ended'
  | 'request.own'
  | 'afterwards.requestStaysOpen'
  | 'limit.beyond'
  | 'window.offersOver'
  | 'window.offersNotOver'
  | 'signature.offerSigned'
  | 'signature.offerNotSigned'
  | 'signature.unread'
  | 'side.goesToMaker'
  | 'result.noTrade'
  | 'result.maybeNoTrade'
  | 'result.forOthers'
  | 'offers.leading'
  | 'amount.nothingToClaim'
  | 'offer.amountSealed'
  | 'offer.ofAnother'
  | 'router.authorized'
  | 'router.notAuthorized'
  | 'sender.notOwner';

export type PlainFillCheck =
  | 'fillBook.unknown'
  | 'feed.listed'
  | 'feed.notListed'
  | 'feed.unread'
  /** Budget and balances couldn't be read. */
  | 'chain.unread'
  | 'budget.cancelled'
  /** An earlier call grants the allowance. */
  | 'allowance.granted'
  | 'maker.short'
  | 'payoff.agrees'
  | 'payoff.differs'
  | 'payoff.unread'
  /**
   * The account buys, and the value is uncertain: too few makers quote the expiry, or the quotes or
   * prices are missing.
   */
  | 'value.unknown'
  | 'taker.ownOrder';

/** Member of an order whose check passed. */
export type OrderTerm =
  /** `revision` of a known implementation; missing for an implementation that the user trusts. */
  | { readonly kind: 'implementation'; readonly traded: TradedFact; readonly revision?: string }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | ({ readonly kind: 'strikes' } & StrikesFact)
  | { readonly kind: 'option side'; readonly is: 'call' | 'put' | 'either' }
  /** The token that is delivered at exercise, if any. */
  | { readonly kind: 'extra data'; readonly delivered?: string }
  /** In the collateral, with 8 decimals. */
  | { readonly kind: 'price'; readonly price: string; readonly symbol?: string }
  /** Unix seconds. */
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'nonce' }
  | { readonly kind: 'signer'; readonly address: string };
