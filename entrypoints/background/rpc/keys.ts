import { oneOf } from '../../../shared/one-of.ts';
import * as Type from '../../../shared/schema.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';
import { disposable } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };

const SubscriptionsSchema = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      requestKey: Type.String(),
      origin: Type.String(),
      site: Type.String(),
      documentKey: Type.String(),
      chainId: Type.Integer(),
      kind: oneOf(['newHeads', 'logs']),
      filter: recordOf(Type.Unknown()),
      head: Type.String(),
    },
    closed,
  ),
);

export const subscriptionsKey = disposable('session', 'subscriptions', SubscriptionsSchema);

export type SubscriptionRows = Type.Static<typeof SubscriptionsSchema>;
