import { OrderRowSchema } from '../../../shared/messages/market.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable, procedureRows } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/** Rows of the last order list. They are shown before any server has responded. */
const OrdersCacheSchema = Type.Object(
  {
    at: Type.Integer(),
    rows: Type.Array(OrderRowSchema),
  },
  closed,
);

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
