/**
 * What a signature over typed data lets others do. Amounts are base units as decimal text, times Unix
 * seconds as decimal text, so that facts survive a message between worker and page.
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
  /** When each part of it ends; `null` for a part that never ends. */
  readonly ends: readonly (string | null)[];
  /** Permit2's single transfer instead of an allowance. */
  readonly isOnce: boolean;
  /** Permit2 only: whether it is for the one known contract. */
  readonly isKnownPermit2?: boolean;
  /** Permit2 only: bound to the terms of another contract. */
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

/** A maker's order of the option book: signing it publishes a standing quote. */
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
  /** Of the collateral, with 8 decimals. */
  readonly price: string;
  readonly end: string;
  /** Names the delivery token of a physical product. */
  readonly extraData: string;
}

/** An amount of an asset. In an auction the least and the most differ. */
export interface SignedAsset {
  readonly standard: 'coin' | 'erc20' | 'collectible';
  /** Absent for the chain's coin. */
  readonly token?: string;
  readonly least: string;
  readonly most: string;
  /** Number of a collectible; absent when any item of the collection will do. */
  readonly item?: string;
}

/** A standing order on an exchange or a marketplace. */
export interface TradeFacts {
  readonly kind: 'trade';
  readonly venue: 'Seaport' | 'CoW Protocol' | '1inch';
  /** Whether the verifying contract is the venue's own. */
  readonly isKnownContract: boolean;
  readonly maker?: string;
  readonly gives: readonly SignedAsset[];
  readonly gets: readonly SignedAsset[];
  /** Fees, and whatever else goes to others. */
  readonly othersGet: readonly (SignedAsset & { readonly recipient: string })[];
  /** Who gets the proceeds, when it isn't the maker. */
  readonly receiver?: string;
  readonly end?: string;
  /** More than one for a bulk order. */
  readonly count: number;
  /** A contract decides at the trade how much is received: the amounts aren't binding. */
  readonly isPricedByContract: boolean;
  /** Assets that its orders give for nothing, or for dust of a coin or a known token. */
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
      /** Who is paid back for gas, in which token. */
      readonly refund?: {
        readonly token?: string;
        /** Absent: whoever sends the transaction. */
        readonly receiver?: string;
        /** At least this much, in base units; the gas of the call comes on top. */
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

/** Rights over what an account holds or owes. */
export type RightsFacts =
  /** An NFT permit: one item, or all of a collection. */
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
  /** Aave: another account borrows, this one owes. */
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
  /** An EIP-7702 authorization in the form of typed data. */
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
    }
  | { readonly type: 'moveToPerps' | 'moveToSpot'; readonly amount: string }
  | { readonly type: 'approveBuilderFee'; readonly builder: string; readonly rate: string }
  | { readonly type: 'stake' | 'unstake'; readonly validator: string; readonly amount: string }
  | { readonly type: 'convertToMultiSig'; readonly signers: string };

/** A message for Snapshot, which has no power over assets. */
export type SnapshotFacts =
  | {
      readonly kind: 'vote';
      readonly voter: string;
      readonly space: string;
      readonly proposal: string;
      readonly choice: string;
    }
  | { readonly kind: 'voteAlias'; readonly alias: string };

/** Typed data that no reader knows. */
export type PlainFacts =
  /**
   * Names no address but the account's, no amount, no bytes, no deadline and no contract; for one chain
   * and one moment.
   */
  | { readonly kind: 'login'; readonly primaryType: string; readonly name: string }
  | {
      readonly kind: 'unknown';
      readonly primaryType: string;
      readonly contract?: string;
      readonly contents: PlainContents;
    }
  /** The oldest format: neither a site nor a contract. */
  | { readonly kind: 'values' };

/** What unknown typed data contains. */
export interface PlainContents {
  readonly hasOtherAddresses: boolean;
  readonly hasAmounts: boolean;
  readonly hasDeadline: boolean;
  readonly hasBytes: boolean;
}
