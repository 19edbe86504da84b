import { Type } from 'typebox';
import { ExpirySchema, Price8Text, ProductNameSchema, StrikesSchema } from './alerts.ts';

const closed = { additionalProperties: false };
const AssetName = Type.String({ minLength: 1, maxLength: 16 });
const Cents = Type.String({ pattern: '^[1-9][0-9]{0,14}$' });

/** A row of an option chain: calls and puts with one strike, or a structure. */
const WatchedSchema = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('strike'),
      asset: AssetName,
      expiry: ExpirySchema,
      strike: Price8Text,
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('structure'),
      asset: AssetName,
      expiry: ExpirySchema,
      product: ProductNameSchema,
      strikes: StrikesSchema,
    },
    closed,
  ),
]);

/** The size with which a ticket opens. */
const DefaultSizeSchema = Type.Union([
  /** In millionths of a contract. */
  Type.Object(
    {
      by: Type.Literal('contracts'),
      millionths: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
    },
    closed,
  ),
  /** At most this premium, paid or received, in US cents. */
  Type.Object({ by: Type.Literal('premium'), cents: Cents }, closed),
  /** At most this loss, in US cents. */
  Type.Object({ by: Type.Literal('loss'), cents: Cents }, closed),
  /** At most a loss of this share of the account's balances, in basis points. */
  Type.Object(
    { by: Type.Literal('share'), bps: Type.Integer({ minimum: 1, maximum: 10_000 }) },
    closed,
  ),
]);

export const MAX_WATCHED = 50;
export const MAX_FAVOURITE_EXPIRIES = 20;

/** Choices of the desk, kept on the device. */
export const DeskChoicesSchema = Type.Object(
  {
    watched: Type.Array(WatchedSchema, { maxItems: MAX_WATCHED }),
    /** Absent: one contract. */
    size: Type.Optional(DefaultSizeSchema),
    /** Unix seconds. */
    expiries: Type.Array(ExpirySchema, { maxItems: MAX_FAVOURITE_EXPIRIES }),
  },
  closed,
);

export type Watched = Type.Static<typeof WatchedSchema>;
export type DefaultSize = Type.Static<typeof DefaultSizeSchema>;
export type DeskChoices = Type.Static<typeof DeskChoicesSchema>;

export const NO_DESK_CHOICES: DeskChoices = { watched: [], expiries: [] };
