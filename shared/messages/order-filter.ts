import {
  Array as List,
  Literal,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';

const closed = { additionalProperties: false };

/** Sort order of the list; `expiry` is soonest first, `price` cheapest first. */
export const OrderSortSchema = Union([
  Literal('expiry'),
  Literal('price'),
  Literal('edge'),
  Literal('budget'),
  Literal('life'),
]);

/** Filters and order of the list. An empty text means any. */
export const OrderFilterSchema = Shape(
  {
    asset: Text({ maxLength: 16 }),
    /** Name of a product. */
    product: Text({ maxLength: 32 }),
    side: Union([Literal(''), Literal('buy'), Literal('sell')]),
    /** Within this many days, or at one moment in Unix seconds. */
    expiry: Text({ pattern: '^(?:|[0-9]{1,3}d|[0-9]{9,11})$' }),
    search: Text({ maxLength: 60 }),
    sort: OrderSortSchema,
  },
  closed,
);

export const SavedFilterSchema = Shape(
  {
    id: Text({ maxLength: 40 }),
    name: Text({ minLength: 1, maxLength: 40 }),
    filter: OrderFilterSchema,
  },
  closed,
);

export const MAX_SAVED_FILTERS = 20;
export const SavedFiltersSchema = List(SavedFilterSchema, { maxItems: MAX_SAVED_FILTERS });

export type OrderSort = Static<typeof OrderSortSchema>;
export type OrderFilter = Static<typeof OrderFilterSchema>;
export type SavedFilter = Static<typeof SavedFilterSchema>;
