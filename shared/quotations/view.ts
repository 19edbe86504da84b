import type { ProductName } from '../chain/implementations.ts';
import { units, type ValueOf, word } from '../codec.ts';
import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';
import type { Contracts, Price8, TokenAmount } from '../units.ts';
import type { QuotationStage } from './stage.ts';

/** A maker's offer whose signature was checked. Amounts are base units. */
const OfferSchema = Type.Object({
  offeror: Type.String(),
  /** The total for all contracts, including the fee. */
  amount: units<TokenAmount>(),
  /** A buyer's cost, or a seller's proceeds after the fee; absent while the fee isn't known. */
  net: Type.Optional(units<TokenAmount>()),
  /**
   * `open`: can be accepted or revealed. `beyondLimit`: above a buyer's limit, or below a seller's.
   * `withdrawn`: by its maker. `lost`: another offer won.
   */
  state: oneOf(['open', 'beyondLimit', 'revealed', 'accepted', 'lost', 'withdrawn']),
  /** The maker signs orders of the feed too. */
  isKnown: Type.Optional(Type.Boolean()),
});

/** A request for quotation of a user's account. Amounts are base units. */
const QuotationSchema = Type.Object({
  id: units(),
  stage: word<QuotationStage>(),
  /** Unix seconds at which the stage ends by itself. */
  stageEnd: Type.Optional(Type.Integer()),
  /** The option whose side is asked about; absent for a new one. */
  existing: Type.Optional(Type.String()),
  /** The option of the trade, once there was one. */
  option: Type.Optional(Type.String()),
  isBuyer: Type.Boolean(),
  asset: Type.Optional(Type.String()),
  product: Type.Optional(word<ProductName>()),
  /** Ascending. */
  strikes: Type.Array(units<Price8>()),
  /** Unix seconds. */
  expiry: Type.Integer(),
  token: Type.Object({
    address: Type.String(),
    symbol: Type.Optional(Type.String()),
    decimals: Type.Integer(),
  }),
  contracts: units<Contracts>(),
  /**
   * Highest premium that a buyer pays, or lowest that a seller accepts; absent once an offer was
   * revealed.
   */
  limit: Type.Optional(units<TokenAmount>()),
  /** The requester's cost or proceeds at the present price; absent while the fee isn't known. */
  limitNet: Type.Optional(units<TokenAmount>()),
  /** The requester's money in the factory. */
  escrow: units<TokenAmount>(),
  /**
   * Offers that can be accepted come first, among them those of known makers, and the best of each
   * group first.
   */
  offers: Type.Array(OfferSchema),
  /** Offers that aren't sealed for this account, or that their offeror didn't sign. */
  unreadable: Type.Integer(),
  /** Offers that aren't opened yet; absent for none. */
  unopened: Type.Optional(Type.Integer()),
  /** Absent while neither a node nor the indexer has returned the offers. */
  offersFrom: Type.Optional(oneOf(['chain', 'indexer'])),
  /** A settled request's amounts by its events. */
  paid: Type.Optional(Type.Object({ amount: units<TokenAmount>(), fee: units<TokenAmount>() })),
});

/** Money that a request for a new option needs, in base units of its collateral. */
export const NewRequestNeedsSchema = Type.Object({
  /** A buyer's limit, or a seller's collateral. */
  needed: units<TokenAmount>(),
  /** Collateral that the account's other running requests need. */
  pledged: units<TokenAmount>(),
  held: units<TokenAmount>(),
  /** The factory's allowance. */
  allowed: units<TokenAmount>(),
});

/** An amount of a known token. */
const TokenUnitsSchema = Type.Object({
  token: Type.String(),
  symbol: Type.String(),
  decimals: Type.Integer(),
  /** Base units. */
  amount: units<TokenAmount>(),
});

/** The requests of an account, newest first. */
export const QuotationsSchema = Type.Object({
  quotations: Type.Array(QuotationSchema),
  /** Seconds for revealing offers, after their end. */
  revealWindow: Type.Integer(),
  /** The account's money in the factory after a failed transfer. */
  claims: Type.Array(TokenUnitsSchema),
  /** Allowances of the factory that no running request needs. */
  leftAllowances: Type.Array(TokenUnitsSchema),
});

export type OfferView = ValueOf<typeof OfferSchema>;
export type OfferState = OfferView['state'];
export type QuotationView = ValueOf<typeof QuotationSchema>;
export type QuotationsView = ValueOf<typeof QuotationsSchema>;
export type NewRequestNeeds = ValueOf<typeof NewRequestNeedsSchema>;
