import type { Static } from '../schema.ts';
import * as Type from '../schema.ts';
import { recordOf } from './record-of.ts';

/**
 * The order feed's wire format, for servers and documentation. Clients use `parseFeed`, which
 * tolerates invalid entries.
 */
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const Hex = Type.String({ pattern: '^0x([0-9a-fA-F]{2})*$' });
const Uint = Type.String({ pattern: '^[0-9]{1,78}$' });
const SafeUint = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Strikes and times are JSON numbers. Price, budget and count are decimal strings (spec). */
export const OrderWire = Type.Object({
  ticker: Type.Optional(Type.String()),
  maker: Address,
  orderExpiryTimestamp: SafeUint,
  collateral: Address,
  isCall: Type.Boolean(),
  priceFeed: Address,
  implementation: Address,
  isLong: Type.Boolean(),
  maxCollateralUsable: Uint,
  strikes: Type.Array(SafeUint, { minItems: 1, maxItems: 4 }),
  expiry: SafeUint,
  price: Uint,
  numContracts: Uint,
  extraOptionData: Hex,
});
export type OrderWire = Static<typeof OrderWire>;

export const GreeksWire = Type.Object({
  delta: Type.Number(),
  iv: Type.Number(),
  gamma: Type.Number(),
  theta: Type.Number(),
  vega: Type.Number(),
});

export const FeedEntryWire = Type.Object({
  order: OrderWire,
  nonce: Uint,
  signature: Hex,
  optionBookAddress: Address,
  greeks: Type.Optional(GreeksWire),
});
export type FeedEntryWire = Static<typeof FeedEntryWire>;

export const FeedWire = Type.Object({
  data: Type.Object({
    timestamp: Type.Optional(Type.String()),
    orders: Type.Array(FeedEntryWire),
    market_data: Type.Optional(recordOf(Type.Number())),
  }),
  metadata: Type.Optional(
    Type.Object({ last_updated: Type.Number(), current_time: Type.Number() }),
  ),
});
export type FeedWire = Static<typeof FeedWire>;
