import * as Type from 'typebox';

/** Columns as both databases return them: whole numbers, texts and null. */
export const AddressText = Type.String({ pattern: '^0x[0-9a-f]{40}$' });
export const HashText = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
/** At most 256 bits in decimal digits: amounts pass 2^63. */
export const Digits = Type.String({ pattern: '^[0-9]{1,78}$' });
export const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([Type.Null(), schema]);

/** One option: the position's record in columns. */
export const PositionRow = Type.Object({
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
  /** Empty until read from the chain; `unknown` when the option doesn't return one. */
  implementation: Type.Union([Type.Literal(''), Type.Literal('unknown'), AddressText]),
  entry_block: Whole,
  entry_log: Whole,
  entry_time: Whole,
  entry_tx: HashText,
  entry_premium: Digits,
  entry_fee: Digits,
  referral_fee: Digits,
  collateral_token: AddressText,
  price_feed: AddressText,
  /** Separated by commas, in the option's order. */
  strikes: Type.String({ pattern: '^(?:[0-9]{1,78}(?:,[0-9]{1,78})*)?$' }),
  expiry: Whole,
  num_contracts: Digits,
  collateral_amount: Digits,
  option_type: Digits,
  parent: Nullable(AddressText),
  quotation_id: Nullable(Digits),
  close_block: Nullable(Whole),
  close_time: Nullable(Whole),
  close_tx: Nullable(HashText),
  settlement_price: Nullable(Digits),
  payout_buyer: Nullable(Digits),
  payout_seller: Nullable(Digits),
  closed_by: Nullable(AddressText),
  close_returned: Nullable(Digits),
});
export type PositionRow = Readonly<Type.Static<typeof PositionRow>>;

export const QuotationRow = Type.Object({
  /** Factory and id. */
  key: Type.String(),
  id: Digits,
  factory: AddressText,
  requester: AddressText,
  status: Type.Union([Type.Literal('active'), Type.Literal('settled'), Type.Literal('cancelled')]),
  created_block: Whole,
  created_time: Whole,
  updated_time: Whole,
  /** 1 once the terms were read from the factory, 2 when it has none. */
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
  created_block: Whole,
  /** JSON of `OfferBody`. */
  body: Type.String(),
});
export type OfferRow = Readonly<Type.Static<typeof OfferRow>>;

/** An event that no position's record holds whole: lives of options, cancellations, fees. */
export const EventRow = Type.Object({
  block: Whole,
  log_index: Whole,
  time: Whole,
  tx: HashText,
  type: Type.String(),
  /** The option, maker, referrer or request that it is about. */
  subject: Type.String(),
  /** JSON of its arguments. */
  body: Type.String(),
});
export type EventRow = Readonly<Type.Static<typeof EventRow>>;

/** The row of another table before a block changed it, for blocks that may be undone. */
export const UndoRow = Type.Object({
  block: Whole,
  /** Table and key. */
  key: Type.String(),
  /** The row as JSON; null when there was none. */
  before: Nullable(Type.String()),
});
export type UndoRow = Readonly<Type.Static<typeof UndoRow>>;

/** A block up to which everything was read, and its hash at that time. */
export const CheckpointRow = Type.Object({
  block: Whole,
  hash: HashText,
  time: Whole,
  /** Number of our events read of it; a block in which a node shows more is read again. */
  events: Whole,
});
export type CheckpointRow = Readonly<Type.Static<typeof CheckpointRow>>;

/** One row: how far reading has come. Times are epoch milliseconds unless said otherwise. */
export const CursorRow = Type.Object({
  id: Whole,
  /** -1 before block 0 is read. */
  block: Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER }),
  hash: HashText,
  /** Unix seconds of the block. */
  time: Whole,
  /** Block and hash at which reading began: another hash there is another chain. */
  start_block: Whole,
  start_hash: HashText,
  /** Newest block that a node reported, and when. */
  head_block: Whole,
  head_at: Whole,
  /** When the head was reached first; 0 before. */
  synced_at: Whole,
  events: Whole,
  positions_new: Whole,
  positions_updated: Whole,
  /** When `update` was last granted. */
  update_at: Whole,
});
export type CursorRow = Readonly<Type.Static<typeof CursorRow>>;

const Sum = Type.String({ pattern: '^-?[0-9]{1,90}$' });

/** Sums of one kind of trade in one span of time. */
export const RollupRow = Type.Object({
  key: Type.String(),
  level: Type.Union([Type.Literal('all'), Type.Literal('day'), Type.Literal('hour')]),
  bucket: Whole,
  source: Type.String(),
  product: Type.String(),
  token: AddressText,
  positions: Type.Integer(),
  settled: Type.Integer(),
  closed: Type.Integer(),
  exercised: Type.Integer(),
  buyer_wins: Type.Integer(),
  volume: Sum,
  premium: Sum,
  fees: Sum,
  referral_fees: Sum,
});
export type RollupRow = Readonly<Type.Static<typeof RollupRow>>;

/** An account that holds or held an option, by source (`book`, `factory` or `all`). */
export const UserRow = Type.Object({
  source: Type.String(),
  address: AddressText,
  /** Block and Unix seconds at which it held its first option. */
  first_block: Whole,
  first_time: Whole,
});
export type UserRow = Readonly<Type.Static<typeof UserRow>>;
