/**
 * Effects of a signature over typed data: what others can do with it. Amounts are base units and times Unix
 * seconds, both as decimal text, so that worker and page can exchange them.
 */
export type SignedFacts = DeedFacts | MakerOrderFacts | SealedOfferFacts | PlainFacts;

/** Effect of a signature for a known protocol, and its members by their meaning. */
export interface DeedFacts {
  readonly kind: 'deed';
  readonly deed: Deed;
  /** In the order of the rows. */
  readonly fields: readonly SignedField[];
  readonly dangers: readonly SignedDanger[];
  readonly protocol?: string;
  /** Whether the contract is the protocol's. Absent when the protocol has no fixed contract. */
  readonly isKnownContract?: boolean;
  /** The address that decides what happens, if there is one. */
  readonly party?: Party;
  /** Number of orders, if there are several. */
  readonly count?: number;
}

export type Deed =
  | 'allow'
  /** Now and in the future. */
  | 'allow all'
  | 'allow once'
  | 'revoke allowance'
  | 'revoke approval'
  | 'send'
  | 'offer'
  | 'offer several'
  /** At a price that a contract sets. */
  | 'offer unpriced'
  | 'give away'
  | 'cancel order'
  | 'cancel orders'
  | 'safe send'
  | 'safe allow'
  | 'safe call'
  | 'safe run code'
  | 'safe message'
  /** A smart account makes a call (ERC-4337). */
  | 'operate account'
  | 'manage'
  | 'stop managing'
  | 'borrow'
  | 'stop borrowing'
  | 'delegate votes'
  /** The account runs a contract's code (EIP-7702). */
  | 'run code'
  /** Somebody acts for the account, by the delegation manager of its code. */
  | 'delegate account'
  | 'approve agent'
  | 'withdraw'
  | 'send inside'
  | 'move to perps'
  | 'move to spot'
  | 'approve fee'
  | 'stake'
  | 'unstake'
  | 'convert to multisig'
  | 'vote'
  | 'vote alias';

/** Dangers besides the deed's own. */
export type SignedDanger =
  | 'gives away'
  | 'other receiver'
  | 'priced by contract'
  /** Everything that the account would get is unknown, or hardly any money. */
  | 'worth unknown'
  /** It would get hardly any money for something without a price. */
  | 'gets little'
  | 'other venue'
  | 'other contract'
  | 'safe refunds'
  | 'leaves the account'
  | 'leaves to another exchange';

/** Meaning of a member that is text: an address, a name, a number. */
export type TextRole =
  | 'spender'
  | 'manager'
  | 'borrower'
  | 'agent'
  | 'builder'
  | 'delegate'
  | 'validator'
  /** The account that grants the right: compared with the signer, not shown. */
  | 'owner'
  /** The account that grants the right: compared with the signer, and shown. */
  | 'from'
  | 'to'
  | 'collection'
  | 'item'
  | 'contract'
  /** The address that a Safe calls. */
  | 'called'
  | 'token'
  | 'debt token'
  | 'safe'
  | 'smart account'
  | 'entry point'
  | 'deployment'
  | 'code'
  /** Empty: the sender of the transaction. */
  | 'refund receiver'
  | 'nonce'
  | 'name'
  | 'rate'
  | 'signers'
  | 'network'
  /** `spot`, an empty text for the protocol's own perps, or an exchange that somebody else runs. */
  | 'from exchange'
  | 'to exchange'
  | 'from subaccount'
  | 'space'
  | 'proposal'
  | 'choice'
  /** Other terms that the signature is bound to. */
  | 'terms'
  /** When it ends; empty if it never does. */
  | 'end';

type AssetRole =
  | 'allowance'
  | 'amount'
  | 'loan'
  | 'gives'
  /** Given for nothing, or for dust of a coin or a known token. */
  | 'given away'
  | 'gets'
  /** Minimum; the gas of the call is added. */
  | 'refund';

/** A member, or several of them, by its meaning. */
export type SignedField =
  | { readonly role: TextRole; readonly value: string }
  | {
      readonly role: AssetRole;
      readonly asset: SignedAsset;
      /** Index of its order: several can be signed at once. */
      readonly order?: number;
    }
  /** Fees, and payments to other recipients. */
  | { readonly role: 'others get'; readonly asset: SignedAsset; readonly recipient: string }
  /** An amount in whole units and its symbol, both as the site writes them. */
  | { readonly role: 'sum'; readonly value: string; readonly symbol: string };

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

/** An address in the signed data that could take or receive assets. */
export interface Party {
  readonly address: string;
  readonly role: 'taker' | 'receiver';
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

/** A maker's offer for a request at the pinned factory, which is posted sealed. */
export interface SealedOfferFacts {
  readonly kind: 'sealedOffer';
  /** Id of the request. */
  readonly id: string;
  /** For all contracts, in units of the request's collateral. */
  readonly amount: string;
  readonly offeror: string;
}

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
