import { isRecord } from '../is-record.ts';
import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';

const closed = { additionalProperties: false };
const Cents = Type.String({ pattern: '^[1-9][0-9]{0,14}$' });

/** The size with which a ticket opens. */
const DefaultSizeSchema = Type.Union([
  Type.Object(
    {
      by: Type.Literal('contracts'),
      millionths: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
    },
    closed,
  ),
  /** The largest size with at most this premium, paid or received, in US cents. */
  Type.Object({ by: Type.Literal('premium'), cents: Cents }, closed),
  /** The largest size with at most this loss, in US cents. */
  Type.Object({ by: Type.Literal('loss'), cents: Cents }, closed),
  /** The largest size whose loss is at most these basis points of the account's balances. */
  Type.Object(
    { by: Type.Literal('share'), bps: Type.Integer({ minimum: 1, maximum: 10_000 }) },
    closed,
  ),
]);

/** Columns of the chain that the user can hide. A narrow page shows only the first columns. */
export const CHAIN_COLUMNS = [
  ...(['size', 'delta', 'volatility', 'own', 'mark', 'chance'] as const),
  ...(['vega', 'theta', 'gamma'] as const),
] as const;
export type ChainColumn = (typeof CHAIN_COLUMNS)[number];

export const DeskChoicesSchema = Type.Object(
  {
    /** Default: one contract. */
    size: Type.Optional(DefaultSizeSchema),
    hiddenColumns: Type.Optional(Type.Array(oneOf(CHAIN_COLUMNS))),
  },
  closed,
);

export type DefaultSize = Type.Static<typeof DefaultSizeSchema>;
export type DeskChoices = Type.Static<typeof DeskChoicesSchema>;

export const NO_DESK_CHOICES: DeskChoices = {};

/**
 * Returns the choices of version 1 without its watchlist and favourite expiries.
 * @throws TypeError for a value that isn't an object
 */
export function withoutWatchlist(value: unknown): unknown {
  if (!isRecord(value)) throw new TypeError('Choices of the desk are an object.');
  return 'size' in value ? { size: value.size } : {};
}
