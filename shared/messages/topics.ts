import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';
import type { ApprovalView } from './approval-view.ts';
import type { OrdersPart, OrdersView } from './market.ts';

/** Values that the worker sends to pages that watch them. */
export interface WalletTopics {
  /** The oldest open request, explained; null if there is none or the wallet is locked. */
  readonly approval: ApprovalView | null;
  readonly orders: OrdersView;
}

/** The topics in their JSON form for ports. */
export interface SentTopics {
  readonly approval: ApprovalView | null;
  readonly orders: OrdersPart;
}

export type TopicName = keyof WalletTopics;

/** Page → worker: starts or stops watching a topic. */
export const WatchSchema = Type.Object(
  {
    watch: oneOf(['approval', 'orders'] satisfies TopicName[]),
    isOn: Type.Boolean(),
    /** The list that the page has. If the worker has this list, too, it sends only the changes. */
    known: Type.Optional(Type.String({ maxLength: 36 })),
  },
  { additionalProperties: false },
);
export type WatchMessage = Type.Static<typeof WatchSchema>;
