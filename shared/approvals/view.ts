import type { TransactionRecord } from '../activity/record.ts';
import type { KnownAddress } from '../chain/receiver.ts';
import type { CoinFact } from './facts/amounts.ts';
import type { CallFacts } from './facts/call-facts.ts';
import type { CheckFact } from './facts/checks.ts';
import type { DangerFact, FailureFact, RefusalFact } from './facts/dangers.ts';
import type { MoveFact } from './facts/moves.ts';
import type { RowFact } from './facts/rows.ts';
import type { SignIn } from './sign-in.ts';
import type { SignedFacts } from './signed/facts.ts';
import type { Collectible, FeeChoice, FeePreset, Network, WatchedToken } from './types.ts';

export interface FeeOption {
  readonly preset: FeePreset;
  /** The most it can cost in wei: gas limit × price, and the data fee with its room. */
  readonly total: string;
  /** Dollars of one coin with 8 decimals, where they are known. */
  readonly coinPrice?: string;
  /** Sent back as the user's choice: a ceiling that the worker keeps. */
  readonly choice: FeeChoice;
  /** What the next block asks for, in wei a gas: a ceiling below it is never mined. */
  readonly least: string;
  /** What the network asks for posting the data, in wei; the choice has room above it. */
  readonly leastDataFee: string;
}

/** The own pending transaction whose nonce a new one takes. */
export interface ReplacedView {
  /** What it does, as the activity has it. */
  readonly what: TransactionRecord['what'];
  /** The new one does nothing: the old one is cancelled. */
  readonly isCancelled: boolean;
  /** The most that the old one can cost, in wei; absent where it can't be computed. */
  readonly total?: string;
  /** Dollars of one coin with 8 decimals, where they are known. */
  readonly coinPrice?: string;
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
  /** Absent for an unknown token. */
  readonly symbol?: string;
  readonly decimals: number;
}

/** What one call means, what it moves by its own words, and what was checked. */
export interface CallMeaning {
  readonly call: CallFacts;
  /** The coin that is sent along with the call, where the call itself doesn't name it. */
  readonly along?: CoinFact;
  readonly leaves: readonly MoveFact[];
  readonly arrives: readonly MoveFact[];
  /** What matters most, shown first: a fill's max loss, max profit, break-even, expiry. */
  readonly highlights?: readonly RowFact[];
  readonly rows: readonly RowFact[];
  readonly checks: readonly CheckFact[];
  readonly picture?: PayoffPicture;
  /** Unix seconds after which the chain refuses it: counted down. */
  readonly endsAt?: number;
  readonly allowance?: EditableAllowance;
  /** Why this must not be confirmed at all. */
  readonly refusal?: RefusalFact;
  /** What the user has to acknowledge first. */
  readonly dangers: readonly DangerFact[];
  /** Calls within this call, in their order. */
  readonly inner?: readonly CallMeaning[];
}

/** One transaction of a request. */
export interface StepView extends CallMeaning {
  /** Its place in the order of sending, from 1. */
  readonly number: number;
  /** Receiver, wei, chain and bytes, to be copied. Without a receiver it deploys a contract. */
  readonly raw: {
    readonly to?: string;
    readonly wei: string;
    readonly chainId: number;
    readonly data: string;
  };
}

/** How a transaction goes on the newest block. */
export type SimulationView =
  /** The node didn't answer. */
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'succeeds';
      readonly block: string;
      /** Of several calls only the first could be tried. */
      readonly isFirstOnly?: true;
    }
  | {
      readonly outcome: 'fails';
      readonly block: string;
      readonly failure: FailureFact;
      /** Which of several calls fails, from 1. */
      readonly step?: number;
    };

/** A network; without a name it is one that the wallet doesn't know. */
export interface NetworkFact {
  readonly chainId: number;
  readonly name?: string;
}

/** A member of typed data. */
export interface SignedMember {
  readonly label: string;
  readonly value: string;
  readonly full?: string;
  /** How deep it stands in its structure, from 0. */
  readonly depth?: number;
  /** Items of a list, whose value is empty. */
  readonly count?: number;
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
  readonly network: NetworkFact;
}

interface Signing {
  readonly account: string;
  /** Absent for an account that isn't in the wallet any more. */
  readonly accountName?: string;
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
        readonly members: readonly SignedMember[];
        readonly json: string;
      })
  | (Common &
      Signing & {
        readonly kind: 'transaction';
        /** One for a transaction, several for a bundle of calls, in the order of sending. */
        readonly steps: readonly StepView[];
        /** All steps together, by simulation where the node can, else by the calls' own words. */
        readonly leaves: readonly MoveFact[];
        readonly arrives: readonly MoveFact[];
        readonly isSimulated: boolean;
        /** Wei of the account. */
        readonly balance?: string;
        readonly simulation: SimulationView;
        readonly coin: string;
        readonly fees: readonly FeeOption[];
        /** The wallet's next nonce; a replacement's is fixed. */
        readonly nonce?: number;
        /** Speeding up or cancelling; the new fees are in `fees`. */
        readonly replaced?: ReplacedView;
        /** Which of several transactions of one job of the wallet's own this is. */
        readonly step?: { readonly index: number; readonly count: number };
        /** Why the request must not be confirmed: the first reason of the request or of a step. */
        readonly refusal?: RefusalFact;
        /** Dangers of the request as a whole, besides those of its steps. */
        readonly dangers: readonly DangerFact[];
      })
  | (Common & {
      readonly kind: 'switch_chain';
      readonly from: NetworkFact;
      readonly to: NetworkFact;
      /** Hosts that the wallet starts to send requests to; empty for a network in use. */
      readonly newHosts: readonly string[];
    })
  | (Common & {
      readonly kind: 'add_chain';
      readonly offered: Network;
      /** Endpoints on the user's own network; they need an extra consent. */
      readonly privateHosts: readonly string[];
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
