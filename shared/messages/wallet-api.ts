import * as Type from '../schema.ts';
import { APPROVALS_COMMANDS } from './commands/approvals.ts';
import { ASSETS_COMMANDS } from './commands/assets.ts';
import { ORDERS_COMMANDS } from './commands/orders.ts';
import { closed } from './commands/parts.ts';
import { POSITIONS_COMMANDS } from './commands/positions.ts';
import { PROCEDURES_COMMANDS } from './commands/procedures.ts';
import { SETTINGS_COMMANDS } from './commands/settings.ts';
import { VAULT_COMMANDS } from './commands/vault.ts';
import { WALLETS_COMMANDS } from './commands/wallets.ts';
import type { Failure } from './failures.ts';
import type { SnapshotChanges } from './snapshot-changes.ts';
import type { SentSnapshot } from './snapshot-form.ts';
import type { TopicName } from './topics.ts';

/**
 * All requests of wallet pages: commands with the schemas of their payloads. The worker checks each
 * payload and rejects unknown commands.
 */
export const WALLET_API = {
  ...VAULT_COMMANDS,
  ...WALLETS_COMMANDS,
  ...APPROVALS_COMMANDS,
  ...ASSETS_COMMANDS,
  ...ORDERS_COMMANDS,
  ...POSITIONS_COMMANDS,
  ...PROCEDURES_COMMANDS,
  ...SETTINGS_COMMANDS,
} as const;

export type WalletCommand = keyof typeof WALLET_API;
export type WalletPayload<Name extends WalletCommand> = Type.Static<(typeof WALLET_API)[Name]>;

/** Message from a page to the worker. */
export const UiRequestSchema = Type.Object(
  { id: Type.Integer(), command: Type.String({ maxLength: 64 }), payload: Type.Unknown() },
  closed,
);

/**
 * Message from the worker to a page: a response, the whole state at first, then its changes, and
 * watched topics.
 */
export type UiMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly snapshot: SentSnapshot }
  | { readonly topic: TopicName; readonly value: unknown }
  | { readonly topic: TopicName; readonly failure: Failure }
  | SnapshotChanges;
