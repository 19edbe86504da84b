/**
 * Effects of a signature over typed data: the rights that it gives to others. Amounts are base
 * units and times Unix seconds, both as decimal text, so that worker and page can exchange them.
 */
export type SignedFacts = DeedFacts | MakerOrderFacts | SealedOfferFacts | PlainFacts;

/** Effect of a signature for a known protocol, with its members by meaning. */
export interface DeedFacts {
  readonly kind: 'deed';
  readonly deed: Deed;
  /** In the order of the rows. */
  readonly fields: readonly SignedField[];
  readonly dangers: readonly SignedDanger[];
  readonly protocol?: string;
  /** True for the protocol's contract. Undefined if the protocol has no fixed contract. */
  readonly isKnownContract?: boolean;
  /** The address that decides about the assets, if any. */
  readonly party?: Party;
  /** Number of orders, if more than one. */
  readonly count?: number;
}

export type Deed =
  | 'allow'
  /** All assets of this kind, now and in the future. */
  | 'allowAll'
  | 'allowOnce'
  | 'revokeAllowance'
  | 'revokeApproval'
  | 'send'
  | 'offer'
  | 'offerSeveral'
  /** A contract sets the price. */
  | 'offerUnpriced'
  | 'giveAway'
  | 'cancelOrder'
  | 'cancelOrders'
  | 'safeSend'
  | 'safeAllow'
  | 'safeCall'
  | 'safeRunCode'
  | 'safeMessage'
  /** A smart account makes a call (ERC-4337). */
  | 'operateAccount'
  | 'manage'
  | 'stopManaging'
  | 'borrow'
  | 'stopBorrowing'
  | 'delegateVotes'
  /** The account runs a contract's code (EIP-7702). */
  | 'runCode'
  /** Another account acts for the signer, through the delegation manager of the signer's code. */
  | 'delegateAccount'
  | 'approveAgent'
  | 'withdraw'
  | 'sendInside'
  | 'moveToPerps'
  | 'moveToSpot'
  | 'approveFee'
  | 'stake'
  | 'unstake'
  | 'convertToMultisig'
  | 'vote'
  | 'voteAlias';

/** Dangers that any deed can have, in addition to the danger of the deed itself. */
export type SignedDanger =
  | 'givesAway'
  | 'otherReceiver'
  | 'pricedByContract'
  /** The value of everything that the account would get is unknown or almost nothing. */
  | 'worthUnknown'
  /** The account would get almost nothing for an asset without a price. */
  | 'getsLittle'
  | 'otherVenue'
  | 'otherContract'
  | 'safeRefunds'
  | 'leavesTheAccount'
  | 'leavesToAnotherExchange';

/** Meaning of a text member: an address, a name or a number. */
export type TextRole =
  | 'spender'
  | 'manager'
  | 'borrower'
  | 'agent'
  | 'builder'
  | 'delegate'
  | 'validator'
  /** The account that grants the right. Compared with the signer, but not shown. */
  | 'owner'
  /** The account that grants the right. Compared with the signer, and shown. */
  | 'from'
  | 'to'
  | 'collection'
  | 'item'
  | 'contract'
  /** The address that a Safe calls. */
  | 'called'
  | 'token'
  | 'debtToken'
  | 'safe'
  | 'smartAccount'
  | 'entryPoint'
  | 'deployment'
  | 'code'
  /** Empty if the sender of the transaction gets the refund. */
  | 'refundReceiver'
  | 'nonce'
  | 'name'
  | 'rate'
  | 'signers'
  | 'network'
  /** `spot`, an empty text for the protocol's own perps, or an exchange of a third party. */
  | 'fromExchange'
  | 'toExchange'
  | 'fromSubaccount'
  | 'space'
  | 'proposal'
  | 'choice'
  /** Other terms to which the signature is bound. */
  | 'terms'
  /** End of the signature; empty if it never ends. */
  | 'end';

type AssetRole =
  | 'allowance'
  | 'amount'
  | 'loan'
  | 'gives'
  /** Given away for nothing, or for a tiny amount of a coin or a known token. */
  | 'givenAway'
  | 'gets'
  /** Minimum refund, without the gas that the call itself uses. */
  | 'refund';

/** One member of the signed data, or several members with one meaning. */
export type SignedField =
  | { readonly role: TextRole; readonly value: string }
  | {
      readonly role: AssetRole;
      readonly asset: SignedAsset;
      /** Index of the member's order, because one signature can cover several orders. */
      readonly order?: number;
    }
  /** Fees, and payments to other recipients. */
  | { readonly role: 'othersGet'; readonly asset: SignedAsset; readonly recipient: string }
  /** An amount in whole units with its symbol, as the site writes them. */
  | { readonly role: 'sum'; readonly value: string; readonly symbol: string };

/** An amount of an asset. Minimum and maximum differ in an auction. */
export interface SignedAsset {
  readonly standard: 'coin' | 'erc20' | 'collectible';
  /** Missing for the chain's coin. */
  readonly token?: string;
  readonly least: string;
  readonly most: string;
  /** Number of the collection's item; missing when any item is accepted. */
  readonly item?: string;
}

/** An address in the signed data that could take or receive assets. */
export interface Party {
  readonly address: string;
  readonly role: 'taker' | 'receiver';
}

/** A maker's order for the option book. Takers can fill the order when it is signed. */
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

/** A maker's offer for a request at the pinned factory, posted sealed. */
export interface SealedOfferFacts {
  readonly kind: 'sealedOffer';
  readonly id: string;
  /** Amount for all contracts, in base units of the request's collateral. */
  readonly amount: string;
  readonly offeror: string;
}

/** Typed data without a known type. */
export type PlainFacts =
  /**
   * A login: data that is valid for only one chain and one moment, without amounts, bytes, a
   * deadline, a contract or another account's address.
   */
  | { readonly kind: 'login'; readonly primaryType: string; readonly name: string }
  | {
      readonly kind: 'unknown';
      readonly primaryType: string;
      readonly contract?: string;
      readonly contents: PlainContents;
    }
  /** The oldest typed-data format, which names neither a site nor a contract. */
  | { readonly kind: 'values' };

export interface PlainContents {
  readonly hasOtherAddresses: boolean;
  readonly hasAmounts: boolean;
  readonly hasDeadline: boolean;
  readonly hasBytes: boolean;
}
