import { OrderRowSchema } from '../../../shared/messages/market.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable, procedureRows } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/** Rows of the order list as last shown: the first paint waits for no server. */
const OrdersCacheSchema = Type.Object(
  {
    at: Type.Integer(),
    rows: Type.Array(OrderRowSchema),
  },
  closed,
);

/** Keys of the feed, of fills, and of data about fills that a restarted browser needs. */
export const ordersKeys = {
  ordersCache: {
    ...disposable('local', 'orders-cache', OrdersCacheSchema),
    isReadLater: true,
    outlivesOwner: true,
  },
  fills: procedureRows('fills'),
  waysBack: procedureRows('ways-back'),
  legs: procedureRows('legs'),
};

export type OrdersCache = Type.Static<typeof OrdersCacheSchema>;
