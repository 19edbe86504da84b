import * as Type from '../schema.ts';
import type { Failure } from './failures.ts';
import type { SnapshotChanges } from './snapshot-changes.ts';
import type { SentSnapshot } from './snapshot-form.ts';
import { APPROVALS_TOPICS } from './topics/approvals.ts';
import { ASSETS_TOPICS } from './topics/assets.ts';
import { ORDERS_TOPICS } from './topics/orders.ts';
import { closed } from './topics/parts.ts';
import { POSITIONS_TOPICS } from './topics/positions.ts';
import { PROCEDURES_TOPICS } from './topics/procedures.ts';
import { SETTINGS_TOPICS } from './topics/settings.ts';
import { VAULT_TOPICS } from './topics/vault.ts';
import { WALLETS_TOPICS } from './topics/wallets.ts';

/**
 * All requests that a wallet page may send: the topic and the schema of its payload. The worker
 * parses each payload with its schema and rejects unknown topics.
 */
export const WALLET_API = {
  ...VAULT_TOPICS,
  ...WALLETS_TOPICS,
  ...APPROVALS_TOPICS,
  ...ASSETS_TOPICS,
  ...ORDERS_TOPICS,
  ...POSITIONS_TOPICS,
  ...PROCEDURES_TOPICS,
  ...SETTINGS_TOPICS,
} as const;

export type WalletTopic = keyof typeof WALLET_API;
export type WalletPayload<Topic extends WalletTopic> = Type.Static<(typeof WALLET_API)[Topic]>;

/** Page → worker. */
export const UiRequestSchema = Type.Object(
  { id: Type.Integer(), topic: Type.String({ maxLength: 64 }), payload: Type.Unknown() },
  closed,
);

/** Worker → page: a response, the whole state at first, then changes. */
export type UiMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly snapshot: SentSnapshot }
  | SnapshotChanges;
