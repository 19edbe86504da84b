import type { KnownAddress } from '../../chain/receiver.ts';
import type { OrderCheck } from '../../orders/fit.ts';
import type { AmountFact, TokenFact, TradedFact } from './amounts.ts';
import type { Contradiction } from './moves.ts';
import type { StrikesFact } from './strikes.ts';

export type CheckStatus = 'passed' | 'warned' | 'failed';

/** One check with its outcome. The code names the finding; its details have types. */
export type CheckFact = { readonly status: CheckStatus } & (
  | { readonly code: PlainCheck }
  | AddressCheck
  | MoneyCheck
  | FillCheck
  | RequestCheck
);

/** Findings without details. */
export type PlainCheck =
  | 'spender known book'
  | 'spender lending pool'
  | 'spender factory'
  | 'spender unknown'
  | 'spender is a person'
  | 'spender own option'
  | 'receiver new'
  | 'receiver is a token'
  | 'receiver is nobody'
  | 'amount limited'
  | 'amount unlimited'
  | 'amount every item'
  | 'amount exact delivery'
  | 'book known'
  | 'book unknown'
  | 'option product known'
  | 'option code unknown'
  | 'meaning unknown'
  /** The called address has no contract. */
  | 'contract missing'
  | 'book on another network'
  | 'simulation unstable'
  /** The account delegates to other code than the pinned delegator (EIP-7702). */
  | 'account runs code'
  | 'delegator genuine'
  | 'delegator differs'
  /** The account gets the delegator's code before the calls are made. */
  | 'code is set first'
  | 'code removed'
  /** Somebody else may have set the code that is removed. */
  | 'key may be known';

type AddressCheck =
  | { readonly code: 'receiver known'; readonly known: KnownAddress }
  | { readonly code: 'receiver looks alike'; readonly known: KnownAddress }
  | { readonly code: 'spender looks alike'; readonly known: KnownAddress }
  | { readonly code: 'receiver is another token'; readonly symbol: string }
  /** The inner calls are made by the called contract, not by the account. */
  | { readonly code: 'calls by contract'; readonly address: string };

/** Prices in wei per gas, costs in wei of the coin. */
type MoneyCheck =
  /** Symbol and decimals are the contract's own claim. */
  | { readonly code: 'token name claimed'; readonly token: TokenFact }
  | { readonly code: 'token imitates'; readonly token: TokenFact; readonly known: string }
  | { readonly code: 'amount at any time'; readonly amount: AmountFact }
  | { readonly code: 'simulation contradicts'; readonly found: Contradiction }
  | { readonly code: 'nonce ahead'; readonly nonce: number; readonly next: string }
  | {
      readonly code: 'gas limit generous';
      readonly limit: string;
      readonly needed: string;
      readonly most: string;
      readonly coin: string;
    }
  | {
      readonly code: 'fee implausible';
      readonly price: string;
      readonly most: string;
      readonly coin: string;
    }
  | { readonly code: 'site fee too low'; readonly price: string }
  | { readonly code: 'site fee too high'; readonly price: string };

type FillCheck =
  | { readonly code: 'fill book known'; readonly book: string }
  /** A check of the order; `term` is its value if the check passed. */
  | { readonly code: 'order'; readonly found: OrderCheck; readonly term?: OrderTerm }
  | { readonly code: PlainFillCheck }
  | { readonly code: 'budget left'; readonly left: AmountFact }
  | { readonly code: 'budget short'; readonly left: AmountFact; readonly needed: AmountFact }
  | {
      readonly code: 'allowance enough' | 'balance enough' | 'maker enough';
      readonly needed: AmountFact;
    }
  | {
      readonly code: 'allowance short' | 'balance short';
      readonly held: AmountFact;
      readonly needed: AmountFact;
    };

/** A check of a request to makers, or of a call about one. */
type RequestCheck =
  | { readonly code: PlainRequestCheck }
  | {
      readonly code: 'held by factory' | 'taken at settlement' | 'sold at settlement';
      readonly amount: AmountFact;
    }
  | {
      readonly code: 'factory allowance enough' | 'requester balance enough';
      readonly needed: AmountFact;
    }
  | {
      readonly code: 'factory allowance short' | 'requester balance short';
      readonly held: AmountFact;
      readonly needed: AmountFact;
    };

export type PlainRequestCheck =
  | 'factory known'
  | 'factory of another revision'
  | 'makers may not answer'
  | 'requester differs'
  | 'side held'
  | 'side not held'
  | 'terms match'
  | 'terms differ'
  | 'option of another factory'
  | 'option unread'
  /** A known book or factory created the option. */
  | 'option proven'
  | 'option unproven'
  /** Settled, or without its collateral. */
  | 'option empty'
  | 'window over'
  | 'window after expiry'
  | 'window long'
  | 'stays open'
  | 'no highest price'
  | 'no least price'
  | 'offer key unusable'
  | 'offers sealed for another'
  | 'referral gets a share'
  /** Findings about a call for a request: */
  | 'request unread'
  | 'request ended'
  | 'own request'
  | 'request stays open'
  | 'beyond limit'
  | 'offers over'
  | 'offers not over'
  | 'offer signed'
  | 'offer not signed'
  | 'offer signature unread'
  | 'side goes to maker'
  | 'ends without trade'
  | 'may end without trade'
  | 'settles for others'
  | 'cancel with leading offer'
  | 'nothing to claim'
  | 'amount sealed'
  | 'offer of another'
  | 'router authorized'
  | 'router not authorized'
  | 'only for the owner';

export type PlainFillCheck =
  | 'fill book unknown'
  | 'in the feed'
  | 'not in the feed'
  | 'feed unread'
  /** Budget and balances couldn't be read. */
  | 'chain unread'
  | 'quote cancelled'
  /** Granted by an earlier call. */
  | 'allowance granted'
  | 'maker short'
  | 'payoff agrees'
  | 'payoff differs'
  | 'payoff unread'
  /** Buys while nobody quotes the expiry, or neither quotes nor prices could be read. */
  | 'value unknown'
  | 'own order';

/** An order's value whose check passed. */
export type OrderTerm =
  /** `revision`: of the known implementation; absent for one that the user trusts. */
  | { readonly kind: 'implementation'; readonly traded: TradedFact; readonly revision?: string }
  | { readonly kind: 'symbol'; readonly symbol: string }
  | ({ readonly kind: 'strikes' } & StrikesFact)
  | { readonly kind: 'option side'; readonly is: 'call' | 'put' | 'either' }
  /** The token that is delivered at exercise, if any. */
  | { readonly kind: 'extra data'; readonly delivered?: string }
  /** 8 decimals, in the collateral. */
  | { readonly kind: 'price'; readonly price: string; readonly symbol?: string }
  /** Unix seconds. */
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'nonce' }
  | { readonly kind: 'signer'; readonly address: string };
