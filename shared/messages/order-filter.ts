import { Type } from 'typebox';

const closed = { additionalProperties: false };

/** Sort order of the list; `expiry` is soonest first, `price` cheapest first. */
const OrderSortSchema = Type.Union([
  Type.Literal('expiry'),
  Type.Literal('price'),
  Type.Literal('edge'),
  Type.Literal('chance'),
  Type.Literal('budget'),
  Type.Literal('life'),
]);

/** Filters and order of the list. An empty text means any. */
const OrderFilterSchema = Type.Object(
  {
    asset: Type.String({ maxLength: 16 }),
    /** Name of a product. */
    product: Type.String({ maxLength: 32 }),
    side: Type.Union([Type.Literal(''), Type.Literal('buy'), Type.Literal('sell')]),
    /** Within this many days, or at one moment in Unix seconds. */
    expiry: Type.String({ pattern: '^(?:|[0-9]{1,3}d|[0-9]{9,11})$' }),
    search: Type.String({ maxLength: 60 }),
    sort: OrderSortSchema,
  },
  closed,
);

const SavedFilterSchema = Type.Object(
  {
    id: Type.String({ maxLength: 40 }),
    name: Type.String({ minLength: 1, maxLength: 40 }),
    filter: OrderFilterSchema,
  },
  closed,
);

export const MAX_SAVED_FILTERS = 20;
export const SavedFiltersSchema = Type.Array(SavedFilterSchema, { maxItems: MAX_SAVED_FILTERS });

export type OrderSort = Type.Static<typeof OrderSortSchema>;
export type OrderFilter = Type.Static<typeof OrderFilterSchema>;
export type SavedFilter = Type.Static<typeof SavedFilterSchema>;
