import { type Static, Type } from 'typebox';
import { AddressSchema, ChoiceSchema } from '../approvals/types.ts';
import type { ApprovalView } from '../approvals/view.ts';
import type { OrdersView, PositionsView, TicketView } from './market.ts';
import type { WalletSnapshot } from './snapshot.ts';

const closed = { additionalProperties: false };
const Nothing = Type.Object({}, closed);
const Url = Type.String({ minLength: 1, maxLength: 512 });
const Name = Type.String({ minLength: 1, maxLength: 60 });
const Decimal = Type.String({ pattern: '^[0-9]{1,78}$' });

export const ServicesSchema = Type.Object(
  {
    vaultUrl: Url,
    ordersUrl: Url,
    indexerUrl: Url,
    rpcUrls: Type.Array(Url, { minItems: 1, maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

/**
 * Everything that a page of the wallet may ask of the worker: the topic and the schema of its
 * payload. The worker parses each payload with it and refuses unknown topics.
 */
export const WALLET_API = {
  'vault.checkServer': Type.Object({ vaultUrl: Url }, closed),
  'vault.createAccount': Type.Object({ services: ServicesSchema }, closed),
  'vault.signIn': Type.Object({ services: ServicesSchema }, closed),
  'vault.unlock': Nothing,
  'vault.lock': Nothing,
  'vault.sync': Nothing,
  'vault.setAutoLock': Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 480 }) }, closed),
  'vault.forget': Nothing,
  'wallets.draftSeed': Type.Object(
    { words: Type.Union([Type.Literal(12), Type.Literal(24)]) },
    closed,
  ),
  'wallets.saveDraft': Type.Object({ draftId: Type.String({ maxLength: 64 }), name: Name }, closed),
  'wallets.import': Type.Object(
    { name: Name, secret: Type.String({ minLength: 1, maxLength: 512 }) },
    closed,
  ),
  'accounts.add': Type.Object({ walletId: Type.String({ maxLength: 64 }) }, closed),
  'accounts.select': Type.Object({ address: AddressSchema }, closed),
  'approvals.view': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  'approvals.decide': Type.Object(
    { id: Type.String({ maxLength: 64 }), choice: ChoiceSchema },
    closed,
  ),
  'portfolio.refresh': Nothing,
  'orders.list': Type.Object({ fresh: Type.Boolean() }, closed),
  'orders.quote': Type.Object(
    {
      digest: Type.String({ maxLength: 66 }),
      contracts: Type.Optional(Decimal),
      spend: Type.Optional(Decimal),
    },
    closed,
  ),
  'orders.fill': Type.Object(
    { digest: Type.String({ maxLength: 66 }), contracts: Decimal },
    closed,
  ),
  'positions.list': Nothing,
  'sites.disconnect': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'settings.setServices': Type.Object({ services: ServicesSchema }, closed),
} as const;

export type WalletTopic = keyof typeof WALLET_API;
export type WalletPayload<Topic extends WalletTopic> = Static<(typeof WALLET_API)[Topic]>;

export interface ServerInfo {
  readonly tenantId: string;
  readonly name: string;
  readonly origin: string;
  readonly rpId: string;
  readonly enrollmentEnabled: boolean;
}

/** What each topic answers. */
export interface WalletAnswers {
  'vault.checkServer': ServerInfo;
  'vault.createAccount': null;
  'vault.signIn': null;
  'vault.unlock': null;
  'vault.lock': null;
  'vault.sync': null;
  'vault.setAutoLock': null;
  'vault.forget': null;
  'wallets.draftSeed': { readonly draftId: string; readonly words: readonly string[] };
  'wallets.saveDraft': null;
  'wallets.import': null;
  'accounts.add': null;
  'accounts.select': null;
  'approvals.view': ApprovalView | null;
  'approvals.decide': null;
  'portfolio.refresh': null;
  'orders.list': OrdersView;
  'orders.quote': TicketView;
  'orders.fill': { readonly hash: string };
  'positions.list': PositionsView;
  'sites.disconnect': null;
  'settings.setServices': null;
}

/** Page → worker. */
export const UiRequestSchema = Type.Object(
  { id: Type.Integer(), topic: Type.String({ maxLength: 64 }), payload: Type.Unknown() },
  closed,
);

/** A failure as a page shows it: what happened, and what to do. */
export interface UiFailure {
  readonly code: string;
  readonly message: string;
}

/** Worker → page: an answer to a request, or the state after a change. */
export type UiMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: UiFailure }
  | { readonly snapshot: WalletSnapshot };
