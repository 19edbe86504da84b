import type { Address, Hex } from 'viem';
import type { DecodedFill } from '../orders/calldata.ts';
import type { Order } from '../orders/order.ts';
import type { RequestTerms } from '../quotations/terms.ts';
import type { TokenAmount, UnixSeconds, Wei } from '../units.ts';
import type { Described } from './known-calls/descriptor.ts';
import type { lending } from './known-calls/lending.ts';
import type { CodeChange, TransactionDraft } from './types.ts';

/** The effect of a transaction, read from its bytes alone, without guesses. */
export type Understanding = Call & { readonly tail?: Tail };

/** Bytes after a call that decodes strictly without them. */
export type Tail =
  /** Names who arranged the call (ERC-8021). `suffix`: its bytes. */
  | { readonly kind: 'attribution'; readonly codes: readonly string[]; readonly suffix: Hex }
  /** Bytes without a known meaning, which the called contract may read. */
  | { readonly kind: 'other'; readonly bytes: number };

type Call =
  | {
      readonly kind: 'fill';
      readonly book: Address;
      /** Whether the called contract is a known order book. */
      readonly isPinnedBook: boolean;
      readonly fill: Extract<DecodedFill, { kind: 'fill' }>;
    }
  | BookCall
  | OptionCall
  | FactoryCall
  | TokenCall
  | Described<typeof lending>
  | { readonly kind: 'send'; readonly to: Address; readonly value: Wei }
  | {
      readonly kind: 'multicall';
      readonly to: Address;
      /** In order; nested up to three levels. */
      readonly calls: readonly Understanding[];
      /** The calls are made by the called contract, not by the account. */
      readonly isByContract: boolean;
    }
  /** Made by an account with the delegator's code, if the account calls itself. */
  | {
      readonly kind: 'batch';
      readonly to: Address;
      /** In order; all or none are made. */
      readonly calls: readonly {
        readonly draft: TransactionDraft;
        readonly call: Understanding;
      }[];
    }
  /** Sets or removes the code of an account, and does nothing else (EIP-7702). */
  | { readonly kind: 'change code'; readonly change: CodeChange }
  | { readonly kind: 'deploy' }
  /** The selector is a known function's, but the rest isn't its encoding. */
  | { readonly kind: 'unreadable'; readonly to: Address; readonly name: string }
  | { readonly kind: 'unknown'; readonly to: Address; readonly selector: Hex };

/** Calls of an order book except `fillOrder`. */
type BookCall = { readonly book: Address; readonly isPinnedBook: boolean } & (
  | {
      readonly kind: 'swap and fill';
      readonly order: Order;
      readonly signature: Hex;
      readonly swapRouter: Address;
      readonly swapToken: Address;
      readonly swapAmount: TokenAmount;
      readonly referrer: Address;
    }
  | { readonly kind: 'cancel orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'cancel before'; readonly cutoff: UnixSeconds }
  | { readonly kind: 'claim fees'; readonly token: Address }
);

/** Calls of an option contract by its buyer or seller. */
type OptionCall = { readonly option: Address } & (
  | { readonly kind: 'payout' }
  | { readonly kind: 'exercise' }
  | { readonly kind: 'decline exercise' }
  | { readonly kind: 'close' }
  | { readonly kind: 'return excess collateral' }
  | { readonly kind: 'split'; readonly collateral: TokenAmount }
  | { readonly kind: 'reclaim collateral'; readonly owned: Address }
  | { readonly kind: 'transfer option'; readonly isBuyer: boolean; readonly target: Address }
  | {
      readonly kind: 'allow option transfer';
      readonly isBuyer: boolean;
      readonly target: Address;
      readonly isAllowed: boolean;
    }
);

/** Calls of the pinned factory, about requests to makers; amounts in units of the collateral. */
export type FactoryCall =
  | {
      readonly kind: 'request quotation';
      readonly terms: RequestTerms;
      /** For all contracts: most that a buyer pays, or least that a seller gets. */
      readonly limit: TokenAmount;
      /** For which makers seal their offers; any text. */
      readonly publicKey: string;
      /** Can be settled after the auction too. */
      readonly staysOpen: boolean;
      /** Zero without a referral. */
      readonly referralId: bigint;
    }
  /** The requester accepts an offer; anybody who knows it can reveal it. */
  | {
      readonly kind: 'accept offer' | 'reveal offer';
      readonly id: bigint;
      readonly amount: TokenAmount;
      readonly nonce: bigint;
      readonly offeror: Address;
    }
  | {
      readonly kind: 'settle quotation' | 'cancel quotation' | 'make offer' | 'cancel offer';
      readonly id: bigint;
    }
  | { readonly kind: 'claim escrow'; readonly token: Address }
  /** The requester accepts an order of a book instead of an offer. */
  | {
      readonly kind: 'accept order';
      readonly id: bigint;
      readonly book: Address;
      readonly isPinnedBook: boolean;
      readonly order: Order;
      readonly signature: Hex;
    }
  /** Pays another call of the factory with another token, or with the coin (the zero address). */
  | {
      readonly kind: 'swap and call';
      readonly router: Address;
      readonly source: Address;
      readonly amount: TokenAmount;
      readonly inner: Understanding;
    }
  | { readonly kind: 'register referral' }
  /** A call of the factory's owner. */
  | { readonly kind: 'withdraw fees'; readonly token: Address };

/** Calls of token contracts; amounts in base units. */
type TokenCall = { readonly token: Address } & (
  | { readonly kind: 'approve'; readonly spender: Address; readonly amount: TokenAmount }
  /** Adds to an existing allowance (not standard, but widespread). */
  | { readonly kind: 'increase allowance'; readonly spender: Address; readonly amount: TokenAmount }
  /** Makes a signed permit of `owner` count (EIP-2612). `deadline` in Unix seconds. */
  | {
      readonly kind: 'permit';
      readonly owner: Address;
      readonly spender: Address;
      readonly amount: TokenAmount;
      readonly deadline: bigint;
    }
  /** An allowance that Permit2 keeps. */
  | {
      readonly kind: 'allow through permit2';
      readonly spender: Address;
      readonly amount: TokenAmount;
      readonly until: UnixSeconds;
    }
  | { readonly kind: 'transfer'; readonly to: Address; readonly amount: TokenAmount }
  | {
      readonly kind: 'transfer from';
      readonly from: Address;
      readonly to: Address;
      /** For collectibles (ERC-721), the item's number. */
      readonly amount: TokenAmount;
    }
  /** ERC-721: one item. Without asking the contract, its number looks like an amount. */
  | { readonly kind: 'allow item'; readonly operator: Address; readonly item: bigint }
  | { readonly kind: 'allow all'; readonly operator: Address; readonly isAllowed: boolean }
  | {
      readonly kind: 'transfer item';
      readonly from: Address;
      readonly to: Address;
      readonly item: bigint;
      readonly count: bigint;
    }
  | { readonly kind: 'wrap'; readonly amount: TokenAmount }
  | { readonly kind: 'unwrap'; readonly amount: TokenAmount }
);
