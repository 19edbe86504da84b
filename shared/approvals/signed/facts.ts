/**
 * Effects of a signature over typed data: what others can do with it. Amounts are base units and times Unix
 * seconds, both as decimal text, so that worker and page can exchange them.
 */
export type SignedFacts =
  | PermitFacts
  | TransferFacts
  | MakerOrderFacts
  | TradeFacts
  | CancelledTradesFacts
  | SafeFacts
  | UserOperationFacts
  | RightsFacts
  | HyperliquidFacts
  | SnapshotFacts
  | PlainFacts;

/** EIP-2612, DAI's own permit, or Permit2. */
export interface PermitFacts {
  readonly kind: 'permit';
  readonly owner?: string;
  readonly spender: string;
  readonly parts: readonly { readonly token: string; readonly amount: string }[];
  /** End of each part; `null` for a part that never ends. */
  readonly ends: readonly (string | null)[];
  /** A single transfer by Permit2 instead of an allowance. */
  readonly isOnce: boolean;
  /** Permit2 only: whether the verifying contract is the known one. */
  readonly isKnownPermit2?: boolean;
  /** Permit2 only: bound to another contract's terms. */
  readonly isBound: boolean;
}

/** EIP-3009. */
export interface TransferFacts {
  readonly kind: 'transfer';
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly end: string;
}

/** A maker's order of the option book: signing it publishes a live quote. */
export interface MakerOrderFacts {
  readonly kind: 'makerOrder';
  readonly book: string;
  readonly maker: string;
  readonly collateral: string;
  readonly implementation: string;
  readonly priceFeed: string;
  readonly expiry: string;
  readonly isLong: boolean;
  readonly budget: string;
  /** Dollars with 8 decimals. */
  readonly strikes: readonly string[];
  /** In the collateral, 8 decimals. */
  readonly price: string;
  readonly end: string;
  /** Contains the delivery token of a physical product. */
  readonly extraData: string;
}

/** An amount of an asset. In an auction the minimum and maximum differ. */
export interface SignedAsset {
  readonly standard: 'coin' | 'erc20' | 'collectible';
  /** Absent for the chain's coin. */
  readonly token?: string;
  readonly least: string;
  readonly most: string;
  /** Item of a collection; absent when any item is accepted. */
  readonly item?: string;
}

/** A live order on an exchange or a marketplace. */
export interface TradeFacts {
  readonly kind: 'trade';
  readonly venue: 'Seaport' | 'CoW Protocol' | '1inch';
  /** Whether the verifying contract belongs to the venue. */
  readonly isKnownContract: boolean;
  readonly maker?: string;
  readonly gives: readonly SignedAsset[];
  readonly gets: readonly SignedAsset[];
  /** Fees, and payments to other recipients. */
  readonly othersGet: readonly (SignedAsset & { readonly recipient: string })[];
  /** The recipient of the proceeds, if it isn't the maker. */
  readonly receiver?: string;
  readonly end?: string;
  /** Above 1 for a bulk order. */
  readonly count: number;
  /** A contract sets the received amount at the trade: the amounts aren't binding. */
  readonly isPricedByContract: boolean;
  /** Assets that its orders give away for nothing, or for dust of a coin or a known token. */
  readonly givenAway: readonly SignedAsset[];
}

export interface CancelledTradesFacts {
  readonly kind: 'cancelledTrades';
  readonly venue: TradeFacts['venue'];
  readonly isKnownContract: boolean;
  readonly count: number;
}

/** A transaction or a message of a Safe. */
export type SafeFacts =
  | {
      readonly kind: 'safeTransaction';
      readonly safe: string;
      readonly to: string;
      /** In wei. */
      readonly value: string;
      readonly data: string;
      /** The called code runs with all rights of the Safe. */
      readonly isDelegateCall: boolean;
      /** Refund of gas costs, and its token. */
      readonly refund?: {
        readonly token?: string;
        /** Absent: the sender of the transaction. */
        readonly receiver?: string;
        /** Minimum in base units; the gas of the call is added. */
        readonly least: string;
      };
      readonly nonce: string;
    }
  | { readonly kind: 'safeMessage'; readonly safe: string; readonly message: string };

/** An ERC-4337 user operation of a smart account. */
export interface UserOperationFacts {
  readonly kind: 'userOperation';
  readonly account: string;
  readonly entryPoint: string;
  readonly isKnownEntryPoint: boolean;
  readonly callData: string;
  readonly isDeployment: boolean;
}

/** Rights over an account's assets or debt. */
export type RightsFacts =
  /** An NFT permit: one item, or a whole collection. */
  | {
      readonly kind: 'collectiblePermit';
      readonly collection: string;
      readonly spender: string;
      readonly item?: string;
      readonly isAllowed: boolean;
      readonly end: string;
    }
  /** Morpho and Compound: the manager acts for the account. */
  | {
      readonly kind: 'manager';
      readonly protocol: 'Morpho' | 'Compound';
      readonly contract: string;
      readonly owner: string;
      readonly manager: string;
      readonly isAllowed: boolean;
      readonly end: string;
    }
  /** Aave: another account borrows, and this one owes the debt. */
  | {
      readonly kind: 'creditDelegation';
      readonly debtToken: string;
      readonly borrower: string;
      readonly amount: string;
      readonly end: string;
    }
  | {
      readonly kind: 'voteDelegation';
      readonly token: string;
      readonly delegate: string;
      readonly end: string;
    }
  /** An EIP-7702 authorization as typed data. */
  | { readonly kind: 'delegatedCode'; readonly code: string };

/** An action on Hyperliquid that only the account itself may sign. */
export interface HyperliquidFacts {
  readonly kind: 'hyperliquid';
  readonly action: HyperliquidAction;
  readonly isTestnet: boolean;
}

export type HyperliquidAction =
  | { readonly type: 'approveAgent'; readonly agent: string; readonly name: string }
  | {
      readonly type: 'withdraw' | 'send';
      readonly destination: string;
      readonly amount: string;
      /** Absent for USDC. */
      readonly token?: string;
      /** Set for a transfer between exchanges on Hyperliquid. */
      readonly route?: HyperliquidRoute;
    }
  | { readonly type: 'moveToPerps' | 'moveToSpot'; readonly amount: string }
  | { readonly type: 'approveBuilderFee'; readonly builder: string; readonly rate: string }
  | { readonly type: 'stake' | 'unstake'; readonly validator: string; readonly amount: string }
  | { readonly type: 'convertToMultiSig'; readonly signers: string };

/**
 * Where a transfer starts and ends: `spot`, an empty text for Hyperliquid's own perps, or the name
 * of an exchange that somebody else runs (HIP-3).
 */
export interface HyperliquidRoute {
  readonly from: string;
  readonly to: string;
  /** Empty for the account itself. */
  readonly subAccount: string;
}

/** A message for Snapshot, without power over assets. */
export type SnapshotFacts =
  | {
      readonly kind: 'vote';
      readonly voter: string;
      readonly space: string;
      readonly proposal: string;
      readonly choice: string;
    }
  | { readonly kind: 'voteAlias'; readonly alias: string };

/** Typed data without a known type. */
export type PlainFacts =
  /**
   * Contains no address but the account's, no amount, bytes, deadline or contract; valid for one
   * chain and one moment.
   */
  | { readonly kind: 'login'; readonly primaryType: string; readonly name: string }
  | {
      readonly kind: 'unknown';
      readonly primaryType: string;
      readonly contract?: string;
      readonly contents: PlainContents;
    }
  /** The oldest format, without a site and a contract. */
  | { readonly kind: 'values' };

/** Contents of unknown typed data. */
export interface PlainContents {
  readonly hasOtherAddresses: boolean;
  readonly hasAmounts: boolean;
  readonly hasDeadline: boolean;
  readonly hasBytes: boolean;
}
