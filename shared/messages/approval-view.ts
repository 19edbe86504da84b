import type { TransactionRecord } from '../activity/record.ts';
import type { CoinFact, TokenFact } from '../approvals/facts/amounts.ts';
import type { CallFacts } from '../approvals/facts/call-facts.ts';
import type { CheckFact } from '../approvals/facts/checks.ts';
import type { DangerFact, FailureFact, RefusalFact } from '../approvals/facts/dangers.ts';
import type { MoveFact } from '../approvals/facts/moves.ts';
import type { RowFact } from '../approvals/facts/rows.ts';
import type { SignedMember } from '../approvals/read-typed-data.ts';
import type { SignIn } from '../approvals/sign-in.ts';
import type { SignedFacts } from '../approvals/signed/facts.ts';
import type { FeeChoice, FeePreset, WatchedToken } from '../approvals/types.ts';
import type { Network } from '../chain/network.ts';
import type { PayoffPicture } from '../orders/picture.ts';

export interface FeeOption {
  readonly preset: FeePreset;
  /** Maximum cost in wei: gas limit × price, plus the data fee with its margin. */
  readonly total: string;
  /** Price of one coin in dollars with 8 decimals, if known. */
  readonly coinPrice?: string;
  /**
   * The maximum that the user confirms. The page returns it to the worker, which never pays more.
   */
  readonly choice: FeeChoice;
  /**
   * The next block's price in wei per gas. The block can't include a transaction with a lower
   * maximum.
   */
  readonly least: string;
  /**
   * The network's current charge for posting the data, in wei. The charge in `choice` has a margin.
   */
  readonly leastDataFee: string;
}

/** The pending transaction whose nonce the new transaction uses. */
export interface ReplacedView {
  /** Effect of the pending transaction, in the activity's form. */
  readonly what: TransactionRecord['what'];
  /** True if the new transaction only cancels the pending transaction. */
  readonly isCancelled: boolean;
  /** Maximum cost of the pending transaction in wei, if it can be computed. */
  readonly total?: string;
  /** Price of one coin in dollars with 8 decimals, if known. */
  readonly coinPrice?: string;
}

/** An allowance whose amount the user may reduce before granting it. */
export interface EditableAllowance {
  /** Base units as decimal text. */
  readonly amount: string;
  readonly isUnlimited: boolean;
  /** Missing for a token without a name. */
  readonly symbol?: string;
  readonly decimals: number;
}

/** A call's meaning: its own movements and checks. */
export interface CallMeaning {
  readonly call: CallFacts;
  /** Coin sent with the call. Absent if `call` already includes it. */
  readonly along?: CoinFact;
  /** Wei that the contract charges: sending exactly this needs no acknowledgement. */
  readonly charge?: string;
  readonly leaves: readonly MoveFact[];
  readonly arrives: readonly MoveFact[];
  /** Rows shown first: a fill's max loss, max profit, break-even and expiry. */
  readonly highlights?: readonly RowFact[];
  readonly rows: readonly RowFact[];
  readonly checks: readonly CheckFact[];
  readonly picture?: PayoffPicture;
  /** Unix seconds from which the chain rejects the call, for a countdown. */
  readonly endsAt?: number;
  readonly allowance?: EditableAllowance;
  /** Reason why the request can't be confirmed. */
  readonly refusal?: RefusalFact;
  readonly dangers: readonly DangerFact[];
  readonly inner?: readonly CallMeaning[];
}

/** One transaction of a request. */
export interface StepView extends CallMeaning {
  /** Number of the step in the order of sending, from 1. */
  readonly number: number;
  /** Receiver, wei, chain and bytes, for copying. A deployment has no receiver. */
  readonly raw: {
    readonly to?: string;
    readonly wei: string;
    readonly chainId: number;
    readonly data: string;
  };
}

/** Result of the transaction on the newest block. */
export type SimulationView =
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'succeeds';
      readonly block: string;
      /** True if only the first of several calls could be simulated. */
      readonly isFirstOnly?: true;
    }
  | {
      readonly outcome: 'fails';
      readonly block: string;
      readonly failure: FailureFact;
      /** Number of the failing call, from 1. */
      readonly step?: number;
    };

/** A network. Without a name, it is unknown to the wallet. */
export interface NetworkFact {
  readonly chainId: number;
  readonly name?: string;
  readonly explorerUrl?: string;
}

interface Common {
  readonly id: string;
  readonly position: { readonly index: number; readonly count: number };
  /** Identifies the shown request. The user's decision includes it. */
  readonly mark: string;
  /** Full origin; `undefined` for the wallet's own actions. */
  readonly origin?: string;
  readonly topOrigin?: string;
  readonly isPhishing: boolean;
  readonly network: NetworkFact;
}

interface Signing {
  readonly account: string;
  /** Missing for an account that was removed from the wallet. */
  readonly accountName?: string;
  /** True for an account with unknown code on the site's network; not set for transactions. */
  readonly runsCode?: true;
}

/** Contents of an approval window, computed by the worker from the stored draft. */
export type ApprovalView =
  | (Common & {
      readonly kind: 'connect';
      readonly accounts: readonly { readonly address: string; readonly name: string }[];
      /**
       * Preselected accounts: the accounts that the site asks for or already sees, or otherwise the
       * selected account.
       */
      readonly chosen: readonly string[];
      /** Accounts that the site asks for but the vault doesn't have. */
      readonly missing: readonly string[];
    })
  | (Common & { readonly kind: 'unlock' })
  /** A request whose explanation waits for nodes. It can only be rejected. */
  | (Common & {
      readonly kind: 'unexplained';
      /** The meaning of the request's calls, decoded from their bytes without checks. */
      readonly calls?: readonly CallFacts[];
      /** True if the nodes are slow. */
      readonly isLate?: true;
    })
  | (Common &
      Signing & {
        readonly kind: 'personal_sign';
        /** The message as text if it is printable UTF-8. */
        readonly text?: string;
        readonly hex: string;
        /** The message parsed as a sign-in, if it contains a sign-in's phrase. */
        readonly signIn?: SignIn;
      })
  | (Common &
      Signing & {
        readonly kind: 'typed_data';
        readonly signed: SignedView;
        /** Every signed member, in the order of its type. */
        readonly members: readonly SignedMember[];
        readonly json: string;
      })
  | (Common &
      Signing & {
        readonly kind: 'transaction';
        /**
         * One step for a transaction, several steps for a bundle of calls, in the order of sending.
         */
        readonly steps: readonly StepView[];
        /**
         * Moves of all steps, from a simulation if the node supports simulations, otherwise from
         * the calls.
         */
        readonly leaves: readonly MoveFact[];
        readonly arrives: readonly MoveFact[];
        readonly isSimulated: boolean;
        /** Balance of the account in wei. */
        readonly balance?: string;
        readonly simulation: SimulationView;
        readonly coin: string;
        readonly fees: readonly FeeOption[];
        /**
         * The replaced transaction's nonce; without a replaced transaction, the wallet's next
         * nonce.
         */
        readonly nonce?: number;
        /** True if the transaction replaces a lost transaction. The nonce then can't be chosen. */
        readonly isNonceFixed?: true;
        /** Set for speeding up or cancelling; the new fees are in `fees`. */
        readonly replaced?: ReplacedView;
        /** Position of the transaction in an action of the wallet that sends several. */
        readonly step?: { readonly index: number; readonly count: number };
        /** The first refusal of the request or of its steps. */
        readonly refusal?: RefusalFact;
        /** Dangers of the whole request, besides those of its steps. */
        readonly dangers: readonly DangerFact[];
      })
  | (Common & {
      readonly kind: 'switch_chain';
      readonly from: NetworkFact;
      readonly to: NetworkFact;
      /** Hosts that the wallet would contact; empty for a network in use. */
      readonly newHosts: readonly string[];
    })
  | (Common & {
      readonly kind: 'add_chain';
      readonly offered: Network;
      /** Endpoints in the user's own network, which need separate consent. */
      readonly privateHosts: readonly string[];
    })
  | (Common & { readonly kind: 'watch_asset'; readonly token: WatchedToken });

/** The meaning of a signature over typed data, and the worker's findings. */
export interface SignedView {
  readonly facts: SignedFacts;
  /** The site's chain, its coin, and the worker's time in Unix seconds. */
  readonly chainId: number;
  readonly coin: string;
  readonly now: number;
  /** True if the data names no network. The signature may then be valid on every network. */
  readonly isOnEveryNetwork: boolean;
  /** Findings about the address that could take or receive assets. */
  readonly party: {
    readonly checks: readonly CheckFact[];
    readonly dangers: readonly DangerFact[];
  };
  /** Terms of the request for which an offer is signed, and the offer's worst case. */
  readonly request?: SignedRequestView;
  /** Set for a trade of assets with a price. */
  readonly worth?: TradeWorth;
  /** Names of the data's tokens, besides built-in and listed tokens. */
  readonly tokens?: readonly TokenFact[];
}

export interface SignedRequestView {
  readonly rows: readonly RowFact[];
  readonly checks: readonly CheckFact[];
  readonly dangers: readonly DangerFact[];
  /** Reason why the offer can't be signed. */
  readonly refusal?: RefusalFact;
}

/** Both sides of a trade at the wallet's own prices, in dollars with 8 decimals. */
export type TradeWorth =
  | {
      readonly kind: 'compared';
      readonly given: string;
      readonly received: string;
      /** The account would get far less than it gives. */
      readonly isFarBelow: boolean;
    }
  | { readonly kind: 'noPrices' };

export type TransactionView = Extract<ApprovalView, { kind: 'transaction' }>;
export type TypedDataView = Extract<ApprovalView, { kind: 'typed_data' }>;
export type MessageView = Extract<ApprovalView, { kind: 'personal_sign' }>;
