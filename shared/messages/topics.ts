import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';
import type { ApprovalView } from './approval-view.ts';

/** Values that the worker sends by itself to pages that watch them. */
export interface WalletTopics {
  /** The oldest open request, explained; null without one, and while the wallet is locked. */
  readonly approval: ApprovalView | null;
}

export type TopicName = keyof WalletTopics;

/** Page → worker: begins or ends to watch a topic. */
export const WatchSchema = Type.Object(
  { watch: oneOf(['approval'] satisfies TopicName[]), isOn: Type.Boolean() },
  { additionalProperties: false },
);
export type WatchMessage = Type.Static<typeof WatchSchema>;
