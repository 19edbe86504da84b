import { AddressSchema } from '../approvals/types.ts';
import { isRecord } from '../is-record.ts';
import { oneOf } from '../one-of.ts';
import { PRODUCT_NAMES } from '../orders/products.ts';
import * as Type from '../schema.ts';

const closed = { additionalProperties: false };

/** Positive, with 8 decimals. */
const Price8Text = Type.String({ pattern: '^[1-9][0-9]{0,29}$' });
const Usd8Text = Type.String({ pattern: '^(?:0|-?[1-9][0-9]{0,29})$' });
const AssetName = Type.String({ minLength: 1, maxLength: 16 });
const EpochMsInteger = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const Direction = oneOf(['above', 'below']);

export const ProductNameSchema = oneOf(PRODUCT_NAMES);
/** Ascending, with 8 decimals. */
export const StrikesSchema = Type.Array(Price8Text, { minItems: 1, maxItems: 4 });
/** Unix seconds. */
export const ExpirySchema = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

/** The terms of an option that a maker can quote, and the taker's side. */
const StructureSchema = Type.Object(
  {
    asset: AssetName,
    product: ProductNameSchema,
    side: oneOf(['buy', 'sell']),
    strikes: StrikesSchema,
    expiry: ExpirySchema,
  },
  closed,
);

/** One side of an account's option. The option's address determines the stored terms. */
const PositionRefSchema = Type.Object(
  {
    account: AddressSchema,
    option: AddressSchema,
    side: oneOf(['buyer', 'seller']),
    asset: Type.Optional(AssetName),
    product: Type.Optional(ProductNameSchema),
    strikes: StrikesSchema,
    expiry: ExpirySchema,
  },
  closed,
);

export const AlertRuleSchema = Type.Union([
  /** The chain's price feed reaches a price. */
  Type.Object(
    { kind: Type.Literal('spot'), asset: AssetName, direction: Direction, price: Price8Text },
    closed,
  ),
  /** A maker quotes a structure at this price in dollars per contract, or better. */
  Type.Object(
    { kind: Type.Literal('order'), structure: StructureSchema, price: Price8Text },
    closed,
  ),
  /** The model's value of a position reaches an amount. A seller's debt is negative. */
  Type.Object(
    {
      kind: Type.Literal('value'),
      position: PositionRefSchema,
      direction: Direction,
      value: Usd8Text,
    },
    closed,
  ),
  /** An option expires in this many hours. */
  Type.Object(
    {
      kind: Type.Literal('expiry'),
      position: PositionRefSchema,
      hours: Type.Integer({ minimum: 1, maximum: 720 }),
    },
    closed,
  ),
]);

const spotOfChain = { spot: Price8Text, spotAt: EpochMsInteger };

/** The facts that fired an alert. Prices of assets are from the chain's price feeds. */
const FoundSchema = Type.Union([
  Type.Object({ kind: Type.Literal('spot'), ...spotOfChain }, closed),
  /** A signed order with a checked signature and a budget. */
  Type.Object({ kind: Type.Literal('order'), price: Price8Text, maker: AddressSchema }, closed),
  Type.Object({ kind: Type.Literal('value'), value: Usd8Text, ...spotOfChain }, closed),
  Type.Object({ kind: Type.Literal('expiry') }, closed),
]);

/**
 * resting: re-armed while the rule was still true; becomes armed when the rule is clearly false.
 * fired: finished until the user re-arms it. over: the alert can't fire, because its position or
 * order has ended.
 */
const AlertStateSchema = Type.Union([
  Type.Object({ status: Type.Literal('armed') }, closed),
  Type.Object({ status: Type.Literal('resting') }, closed),
  Type.Object({ status: Type.Literal('over') }, closed),
  Type.Object(
    {
      status: Type.Literal('fired'),
      at: EpochMsInteger,
      found: FoundSchema,
      /** True after the browser was asked to show the alert. */
      isNotified: Type.Boolean(),
      /** True after the user has opened the alert or the list. */
      isSeen: Type.Boolean(),
    },
    closed,
  ),
]);

/** Content of a notification while the wallet is locked. */
const WhileLockedSchema = oneOf(['off', 'plain', 'named']);

const AlertId = Type.String({ minLength: 1, maxLength: 40 });

/** An alert as the user enters it. It replaces and arms an alert with the same id. */
export const AlertInputSchema = Type.Object(
  { id: AlertId, rule: AlertRuleSchema, whileLocked: WhileLockedSchema },
  closed,
);

export const AlertSchema = Type.Object(
  { id: AlertId, rule: AlertRuleSchema, whileLocked: WhileLockedSchema, state: AlertStateSchema },
  closed,
);

export const MAX_ALERTS = 50;
export const AlertsSchema = Type.Array(AlertSchema, { maxItems: MAX_ALERTS });
export const AlertIdSchema = Type.Object({ id: AlertId }, closed);
export const AlertIdsSchema = Type.Object(
  { ids: Type.Array(AlertId, { maxItems: MAX_ALERTS }) },
  closed,
);

export type Structure = Type.Static<typeof StructureSchema>;
export type PositionRef = Type.Static<typeof PositionRefSchema>;
export type AlertRule = Type.Static<typeof AlertRuleSchema>;
export type AlertFound = Type.Static<typeof FoundSchema>;
export type AlertInput = Type.Static<typeof AlertInputSchema>;
export type Alert = Type.Static<typeof AlertSchema>;
export type WhileLocked = Type.Static<typeof WhileLockedSchema>;

export interface AlertsView {
  readonly all: readonly Alert[];
  /** Epoch milliseconds of the last check; missing before the first. */
  readonly checkedAt?: number;
  /**
   * Ids of alerts for which the last check had no value, because a source didn't respond or was
   * stale.
   */
  readonly unread: readonly string[];
}

/**
 * Returns alerts of version 1 without the kinds that no longer exist.
 * @throws TypeError unless the value is a list
 */
export function withoutGoneAlerts(value: unknown): unknown {
  if (!Array.isArray(value)) throw new TypeError('Alerts are a list.');
  return value.filter((alert: unknown) => {
    const kind: unknown = isRecord(alert) && isRecord(alert.rule) ? alert.rule.kind : undefined;
    return kind !== 'allowance' && kind !== 'settlement';
  });
}

/** Returns the account that a rule names; undefined for a rule about the market. */
export function accountOf(rule: AlertRule): string | undefined {
  return 'position' in rule ? rule.position.account : undefined;
}

/** Returns a text that is equal for the same structure. */
export function structureKey({ asset, product, side, strikes, expiry }: Structure): string {
  return [asset, product, side, strikes.join(' '), expiry].join(':');
}
