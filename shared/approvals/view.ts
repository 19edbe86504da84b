import type { KnownAddress } from '../chain/receiver.ts';
import type { SignIn } from './sign-in.ts';
import type { SignedFacts } from './signed/facts.ts';
import type { Collectible, FeeChoice, FeePreset, Network, WatchedToken } from './types.ts';

/** One asset that moves; amounts are text with grouping, exact in `exact`. */
export interface AssetMove {
  /** An option contract, which is no token; its symbol is a word of the chosen language. */
  readonly kind?: 'option';
  readonly symbol: string;
  readonly amount: string;
  readonly exact: string;
  readonly note?: string;
  /** The asset and its amount in base units; absent for an option, which isn't a token. */
  readonly asset?: {
    /** Lower-case token address, or the pseudo-address of the chain's coin. */
    readonly token: string;
    readonly units: string;
    readonly isCollectible: boolean;
    /** Which item of a collection, as decimal text. */
    readonly item?: string;
  };
}

export interface ApprovalRow {
  readonly label: string;
  readonly value: string;
  /** Full value where the row shows a short one. */
  readonly full?: string;
  /** How deep a member of typed data stands in its structure, from 0. */
  readonly depth?: number;
}

export type CheckStatus = 'passed' | 'warned' | 'failed';

export interface ApprovalCheck {
  readonly label: string;
  readonly status: CheckStatus;
  readonly detail?: string;
  /** What stands on hover where the detail says less. */
  readonly full?: string;
}

export interface FeeOption {
  readonly preset: FeePreset;
  /** The most it can cost in the chain's coin: gas limit × price, and the data fee with its room. */
  readonly total: string;
  readonly usd?: string;
  /** Sent back as the user's choice: a ceiling that the worker keeps. */
  readonly choice: FeeChoice;
  /** What the next block asks for, in wei a gas: a ceiling below it is never mined. */
  readonly least: string;
  /** What the network asks for posting the data, in wei; the choice has room above it. */
  readonly leastDataFee: string;
}

/** The own pending transaction whose nonce a new one takes. */
export interface ReplacedView {
  /** What it does, as the activity says it. */
  readonly words: string;
  /** The new one does nothing: the old one is cancelled. */
  readonly isCancelled: boolean;
  /** The most that the old one can cost, in the chain's coin; a dash where it cannot be told. */
  readonly total: string;
  readonly usd?: string;
}

/** Profit and loss at expiry over price, for the picture; model values, never used to pay. */
export interface PayoffPicture {
  readonly asset: string;
  readonly unit: string;
  readonly points: readonly (readonly [price: number, profit: number])[];
  /** What the option pays its buyer, in the same unit; absent where no size is known. */
  readonly payouts?: readonly (readonly [price: number, payout: number])[];
  readonly strikes: readonly number[];
  readonly breakEvens: readonly number[];
  readonly spot?: number;
}

/** An allowance that the user may make smaller before it is granted. */
export interface EditableAllowance {
  /** Base units as decimal text. */
  readonly amount: string;
  readonly isUnlimited: boolean;
  readonly symbol: string;
  readonly decimals: number;
}

/** What one transaction means: a sentence, what it moves by its own words, and what was checked. */
export interface StepView {
  /** Its place in the order of sending, from 1. */
  readonly number: number;
  readonly sentence: string;
  readonly leaves: readonly AssetMove[];
  readonly arrives: readonly AssetMove[];
  /** What matters most, shown first: a fill's max loss, max profit, break-even, expiry. */
  readonly highlights?: readonly ApprovalRow[];
  readonly rows: readonly ApprovalRow[];
  readonly checks: readonly ApprovalCheck[];
  readonly picture?: PayoffPicture;
  /** Unix seconds after which the chain refuses it: counted down. */
  readonly endsAt?: number;
  readonly allowance?: EditableAllowance;
  /** A sentence when this must not be confirmed at all. */
  readonly refusal?: string;
  /** A sentence that the user has to acknowledge first. */
  readonly danger?: string;
  /** Receiver, value, chain and bytes, to be copied. */
  readonly raw: readonly ApprovalRow[];
}

interface Common {
  readonly id: string;
  readonly position: { readonly index: number; readonly count: number };
  /** Names exactly the request that this shows; the decision carries it back. */
  readonly mark: string;
  /** Full origin; `undefined` for the wallet's own actions. */
  readonly origin?: string;
  readonly topOrigin?: string;
  /** The host stands on the list of phishing sites. */
  readonly isPhishing: boolean;
  readonly network: string;
}

interface Signing {
  readonly account: string;
  readonly accountName: string;
}

/** What an approval window shows: worked out by the worker out of the stored draft. */
export type ApprovalView =
  | (Common & {
      readonly kind: 'connect';
      readonly accounts: readonly { readonly address: string; readonly name: string }[];
      /** Ticked at first: the selected account, or those that the site may see already. */
      readonly chosen: readonly string[];
    })
  | (Common & { readonly kind: 'unlock' })
  | (Common &
      Signing & {
        readonly kind: 'personal_sign';
        /** The message as text when it is printable UTF-8. */
        readonly text?: string;
        readonly hex: string;
        /** What it says as a sign-in, when it has the phrase of one. */
        readonly signIn?: SignIn;
      })
  | (Common &
      Signing & {
        readonly kind: 'typed_data';
        readonly signed: SignedView;
        /** Every member that gets signed, in the order of its type. */
        readonly members: readonly ApprovalRow[];
        readonly json: string;
      })
  | (Common &
      Signing & {
        readonly kind: 'transaction';
        /** One for a transaction, several for a bundle of calls, in the order of sending. */
        readonly steps: readonly StepView[];
        /** All steps together, by simulation where the node can, else by the calls' own words. */
        readonly leaves: readonly AssetMove[];
        readonly arrives: readonly AssetMove[];
        readonly isSimulated: boolean;
        readonly balance?: string;
        readonly simulation: {
          readonly outcome: 'succeeds' | 'fails' | 'unknown';
          /** Of several calls only the first could be tried. */
          readonly isFirstOnly?: boolean;
          readonly block?: string;
          readonly reason?: string;
        };
        readonly coin: string;
        readonly fees: readonly FeeOption[];
        /** The wallet's next nonce; a replacement's is fixed. */
        readonly nonce?: number;
        /** Speeding up or cancelling; the new fees are in `fees`. */
        readonly replaced?: ReplacedView;
        /** Which of several transactions of one job of the wallet's own this is. */
        readonly step?: { readonly index: number; readonly count: number };
        readonly refusal?: string;
        readonly danger?: string;
      })
  | (Common & {
      readonly kind: 'switch_chain';
      readonly from: string;
      readonly to: string;
      /** Hosts that the wallet starts to send requests to; empty for a network in use. */
      readonly newHosts: readonly string[];
    })
  | (Common & {
      readonly kind: 'add_chain';
      readonly offered: Network;
      /** Endpoints on the user's own network need an extra consent. */
      readonly danger?: string;
    })
  | (Common & { readonly kind: 'watch_asset'; readonly token: WatchedToken })
  | (Common & { readonly kind: 'watch_collectible'; readonly item: Collectible });

/** What a signature over typed data means, and what the worker found out about it. */
export interface SignedView {
  readonly facts: SignedFacts;
  /** The chain that the site is on, its coin, and the worker's time in Unix seconds. */
  readonly chainId: number;
  readonly coin: string;
  readonly now: number;
  /** The data names no network, so the signature may be valid on every one. */
  readonly isOnEveryNetwork: boolean;
  /** Who could take something by it, or would receive it. */
  readonly party?: SignedParty;
}

export interface SignedParty {
  readonly address: string;
  /** Someone's key decides what the address does. Only looked up for those who could take something. */
  readonly isPersonal: boolean;
  /** A contact, an own account, or an earlier receiver. */
  readonly known?: KnownAddress;
  /** A known address that this one imitates. */
  readonly lookAlike?: KnownAddress;
}

export type TransactionView = Extract<ApprovalView, { kind: 'transaction' }>;
export type TypedDataView = Extract<ApprovalView, { kind: 'typed_data' }>;
export type MessageView = Extract<ApprovalView, { kind: 'personal_sign' }>;
