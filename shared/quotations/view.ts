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
  /** A buyer's cost, or a seller's proceeds after the fee; missing while the fee isn't known. */
  net: Type.Optional(units<TokenAmount>()),
  /**
   * `open`: can be accepted or revealed. `beyondLimit`: above a buyer's limit, or below a seller's.
   * `withdrawn`: by its maker. `lost`: another offer won.
   */
  state: oneOf(['open', 'beyondLimit', 'revealed', 'accepted', 'lost', 'withdrawn']),
  /** True if the maker also signs orders of the feed. */
  isKnown: Type.Optional(Type.Boolean()),
});

/** A request to makers by a user's account. Amounts are base units. */
const QuotationSchema = Type.Object({
  id: units(),
  stage: word<QuotationStage>(),
  /** Unix seconds at which the stage ends by itself. */
  stageEnd: Type.Optional(Type.Integer()),
  /** The existing option that the request is about; missing for a new option. */
  existing: Type.Optional(Type.String()),
  /** The traded option, after a trade. */
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
   * A buyer's maximum premium, or a seller's minimum premium. Missing after an offer was revealed.
   */
  limit: Type.Optional(units<TokenAmount>()),
  /** The requester's cost or proceeds at the limit; missing while the fee isn't known. */
  limitNet: Type.Optional(units<TokenAmount>()),
  /** The requester's money that the factory holds. */
  escrow: units<TokenAmount>(),
  /** Offers that can be accepted come first, then those of known makers, then the best amounts. */
  offers: Type.Array(OfferSchema),
  /** Number of offers that aren't sealed for this account, or that their offeror didn't sign. */
  unreadable: Type.Integer(),
  /** Number of offers that aren't opened yet, if any. */
  unopened: Type.Optional(Type.Integer()),
  /** Missing while neither a node nor the indexer has returned the offers. */
  offersFrom: Type.Optional(oneOf(['chain', 'indexer'])),
  /** Amounts of a settled request, from its events. */
  paid: Type.Optional(Type.Object({ amount: units<TokenAmount>(), fee: units<TokenAmount>() })),
});

/** Money that a request for a new option needs, in base units of its collateral. */
export const NewRequestNeedsSchema = Type.Object({
  /** A buyer's limit, or a seller's collateral. */
  needed: units<TokenAmount>(),
  /** Collateral that other running requests of the account need. */
  pledged: units<TokenAmount>(),
  held: units<TokenAmount>(),
  allowed: units<TokenAmount>(),
});

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
  /** Seconds in which offers are revealed, after the time for offers has ended. */
  revealWindow: Type.Integer(),
  /** The account's money that the factory kept after a failed transfer. */
  claims: Type.Array(TokenUnitsSchema),
  /** Allowances for the factory that no running request needs. */
  leftAllowances: Type.Array(TokenUnitsSchema),
});

export type OfferView = ValueOf<typeof OfferSchema>;
export type OfferState = OfferView['state'];
export type QuotationView = ValueOf<typeof QuotationSchema>;
export type QuotationsView = ValueOf<typeof QuotationsSchema>;
export type NewRequestNeeds = ValueOf<typeof NewRequestNeedsSchema>;
