import type { Address, Hex } from 'viem';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/**
 * Events of books, option contracts and factories, of all revisions. Addresses are lower-case.
 * `option` and `book` are the log's emitter.
 */
export type MarketEvent =
  | {
      readonly type: 'order-filled';
      readonly book: Address;
      readonly nonce: bigint;
      readonly buyer: Address;
      readonly seller: Address;
      readonly option: Address;
      readonly premium: TokenAmount;
      readonly fee: TokenAmount;
      /** Undefined in the two oldest revisions. */
      readonly referrer: Address | undefined;
      readonly referralFee: TokenAmount;
      readonly isSellerMaker: boolean;
    }
  | {
      readonly type: 'option-initialized';
      readonly option: Address;
      readonly buyer: Address;
      readonly seller: Address;
      readonly createdBy: Address;
      readonly optionType: bigint;
      readonly collateralToken: Address;
      readonly priceFeed: Address;
      readonly strikes: readonly Price8[];
      readonly expiry: UnixSeconds;
      readonly numContracts: Contracts;
      readonly collateralAmount: TokenAmount;
      readonly extraOptionData: Hex;
    }
  | { readonly type: 'option-expired'; readonly option: Address; readonly settlementPrice: Price8 }
  | {
      readonly type: 'option-payout';
      readonly option: Address;
      readonly buyer: Address;
      readonly amount: TokenAmount;
    }
  | {
      /** The buyer of a physical option delivered and received the collateral. */
      readonly type: 'option-exercised';
      readonly option: Address;
      readonly buyer: Address;
      readonly seller: Address;
      readonly collateralAmount: TokenAmount;
      readonly deliveryToken: Address;
      /** Base units of the delivery token. */
      readonly deliveryAmount: bigint;
    }
  | {
      /** The seller of a physical option received the collateral. */
      readonly type: 'option-not-exercised';
      readonly option: Address;
      readonly collateralAmount: TokenAmount;
      /** True if the buyer declined, false if the window passed. */
      readonly isExplicit: boolean;
    }
  | {
      readonly type: 'option-closed';
      readonly option: Address;
      readonly closedBy: Address;
      readonly collateralReturned: TokenAmount;
    }
  | { readonly type: 'settlement-failed'; readonly option: Address }
  | {
      readonly type: 'option-split';
      readonly option: Address;
      readonly newOption: Address;
      readonly collateralAmount: TokenAmount;
      /** Cost of the split in wei of ether, and the other party; missing before r12. */
      readonly feePaid?: bigint;
      readonly counterparty?: Address;
    }
  | {
      /** Before r12: the seller's collateral after the settlement. */
      readonly type: 'collateral-returned';
      readonly option: Address;
      readonly seller: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly type: 'excess-returned';
      readonly option: Address;
      readonly seller: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly type: 'role-transferred';
      readonly option: Address;
      readonly from: Address;
      readonly to: Address;
      readonly isBuyer: boolean;
    }
  | {
      readonly type: 'transfer-approval';
      readonly option: Address;
      readonly target: Address;
      readonly from: Address;
      readonly isBuyer: boolean;
      readonly isApproved: boolean;
    }
  | {
      readonly type: 'token-rescued';
      readonly option: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly type: 'order-cancelled';
      readonly book: Address;
      readonly nonce: bigint;
      readonly maker: Address;
    }
  | {
      readonly type: 'maker-cutoff';
      readonly book: Address;
      readonly maker: Address;
      readonly cutoff: bigint;
    }
  | {
      readonly type: 'fees-claimed';
      readonly book: Address;
      readonly recipient: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly type: 'referral-fee';
      readonly book: Address;
      readonly referrer: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
      readonly option: Address;
    }
  | {
      readonly type: 'referrer-split';
      readonly book: Address;
      readonly referrer: Address;
      readonly bps: bigint;
    }
  | QuotationEvent;

/** Events about requests to makers, which a factory emits. */
export type QuotationEvent =
  | {
      readonly type: 'quotation-requested';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly requester: Address;
      readonly reservePrice: bigint;
      readonly requesterPublicKey: string;
    }
  | {
      readonly type: 'offer-made';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly offeror: Address;
      readonly signature: Hex;
      readonly signingKey: string;
      readonly encryptedOffer: string;
    }
  | {
      readonly type: 'offer-revealed' | 'offer-accepted-early';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly offeror: Address;
      readonly amount: TokenAmount;
    }
  | {
      readonly type: 'offer-cancelled';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly offeror: Address;
    }
  | {
      readonly type: 'offer-from-book';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly maker: Address;
      readonly premium: TokenAmount;
      readonly option: Address;
    }
  | {
      readonly type: 'quotation-settled';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly requester: Address;
      readonly winner: Address;
      readonly option: Address;
    }
  | {
      readonly type: 'quotation-cancelled';
      readonly factory: Address;
      readonly quotationId: bigint;
    }
  | {
      readonly type: 'quotation-fee' | 'quotation-premium';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly amount: TokenAmount;
    }
  | {
      readonly type: 'quotation-trackers';
      readonly factory: Address;
      readonly quotationId: bigint;
      readonly referralId: bigint;
    }
  | {
      readonly type: 'referral-registered';
      readonly factory: Address;
      readonly referralId: bigint;
      readonly referrer: Address;
    }
  | {
      readonly type: 'referral-executed';
      readonly factory: Address;
      readonly referralId: bigint;
      readonly quotationId: bigint;
      readonly amount: TokenAmount;
    };
