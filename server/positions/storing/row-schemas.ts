import * as Type from 'typebox';

/** Schemas of columns as both databases return them: integers, texts and null. */
export const AddressText = Type.String({ pattern: '^0x[0-9a-f]{40}$' });
const HashText = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
/** Numbers of up to 256 bits, stored as decimal digits. Amounts can exceed 2^63. */
export const Digits = Type.String({ pattern: '^[0-9]{1,78}$' });
export const IntegerColumn = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([Type.Null(), schema]);

/** One option: the members of a position's record as columns. */
export const StoredPosition = Type.Object({
  address: AddressText,
  status: Type.Union([
    Type.Literal('pending_init'),
    Type.Literal('open'),
    Type.Literal('settled'),
    Type.Literal('closed'),
  ]),
  source: Type.Union([Type.Literal('book'), Type.Literal('factory')]),
  buyer: AddressText,
  seller: AddressText,
  referrer: AddressText,
  created_by: AddressText,
  /** Empty until read from the chain; `unknown` if the option doesn't return an address. */
  implementation: Type.Union([Type.Literal(''), Type.Literal('unknown'), AddressText]),
  entry_block: IntegerColumn,
  entry_log: IntegerColumn,
  entry_time: IntegerColumn,
  entry_tx: HashText,
  entry_premium: Digits,
  entry_fee: Digits,
  referral_fee: Digits,
  collateral_token: AddressText,
  price_feed: AddressText,
  /** Separated by commas, in the option's order. */
  strikes: Type.String({ pattern: '^(?:[0-9]{1,78}(?:,[0-9]{1,78})*)?$' }),
  expiry: IntegerColumn,
  num_contracts: Digits,
  collateral_amount: Digits,
  option_type: Digits,
  parent: Nullable(AddressText),
  quotation_id: Nullable(Digits),
  close_block: Nullable(IntegerColumn),
  close_time: Nullable(IntegerColumn),
  close_tx: Nullable(HashText),
  settlement_price: Nullable(Digits),
  payout_buyer: Nullable(Digits),
  payout_seller: Nullable(Digits),
  closed_by: Nullable(AddressText),
  close_returned: Nullable(Digits),
});
export type StoredPosition = Readonly<Type.Static<typeof StoredPosition>>;

const moments = {
  created_block: IntegerColumn,
  created_time: IntegerColumn,
  created_tx: HashText,
  updated_block: IntegerColumn,
  updated_time: IntegerColumn,
  updated_tx: HashText,
};

export const QuotationRow = Type.Object({
  /** Factory and id. */
  key: Type.String(),
  id: Digits,
  factory: AddressText,
  requester: AddressText,
  status: Type.Union([Type.Literal('active'), Type.Literal('settled'), Type.Literal('cancelled')]),
  ...moments,
  /** A value of `TERMS`. */
  has_terms: Type.Integer({ minimum: 0, maximum: 2 }),
  /** JSON of `QuotationBody`. */
  body: Type.String(),
});
export type QuotationRow = Readonly<Type.Static<typeof QuotationRow>>;

export const OfferRow = Type.Object({
  /** Factory, id and offeror. */
  key: Type.String(),
  /** Key of the request. */
  quotation: Type.String(),
  offeror: AddressText,
  ...moments,
  /** JSON of `OfferBody`. */
  body: Type.String(),
});
export type OfferRow = Readonly<Type.Static<typeof OfferRow>>;

/** An event that positions don't contain: a change of an option, a cancellation, a fee. */
export const EventRow = Type.Object({
  block: IntegerColumn,
  log_index: IntegerColumn,
  time: IntegerColumn,
  tx: HashText,
  type: Type.String(),
  /** The option, maker, referrer or request. */
  subject: Type.String(),
  /** JSON of its arguments. */
  body: Type.String(),
});
export type EventRow = Readonly<Type.Static<typeof EventRow>>;

/** A row as it was before a block changed it, kept while the block isn't final. */
export const UndoRow = Type.Object({
  block: IntegerColumn,
  /** Table and primary key of the row. */
  key: Type.String(),
  /** The row as JSON; null if the row didn't exist. */
  before: Nullable(Type.String()),
});
export type UndoRow = Readonly<Type.Static<typeof UndoRow>>;

/** A block up to which everything was read, with the block's hash at that time. */
export const CheckpointRow = Type.Object({
  /** Number of the block; -1 before block 0. */
  block: Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER }),
  hash: HashText,
  time: IntegerColumn,
  /** Digest of our events in the block, or 0. A block with another digest is read again. */
  events: IntegerColumn,
});
export type CheckpointRow = Readonly<Type.Static<typeof CheckpointRow>>;

/** A single row with the progress of reading. Times are epoch milliseconds unless noted. */
export const CursorRow = Type.Object({
  id: IntegerColumn,
  /** Last block that was read; -1 before block 0 was read. */
  block: Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER }),
  hash: HashText,
  /** Unix seconds of the block. */
  time: IntegerColumn,
  /** First block and its hash. Another hash at this number means another chain. */
  start_block: IntegerColumn,
  start_hash: HashText,
  /** Newest block that a node reported, and the time of the report. */
  head_block: IntegerColumn,
  head_at: IntegerColumn,
  /** Time when the head was first reached; 0 before. */
  synced_at: IntegerColumn,
  events: IntegerColumn,
  positions_new: IntegerColumn,
  positions_updated: IntegerColumn,
  /** Time when `update` was last granted. */
  update_at: IntegerColumn,
});
export type CursorRow = Readonly<Type.Static<typeof CursorRow>>;

/** An account that holds or held an option, by source (`book`, `factory` or `all`). */
export const UserRow = Type.Object({
  source: Type.String(),
  address: AddressText,
  /** Block and Unix seconds at which the account held its first option. */
  first_block: IntegerColumn,
  first_time: IntegerColumn,
});
export type UserRow = Readonly<Type.Static<typeof UserRow>>;
