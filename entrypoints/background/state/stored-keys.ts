import { type Static, type TSchema, Type } from 'typebox';
import { AddressSchema, ApprovalDraftSchema } from '../../../shared/approvals/types.ts';
import { ServicesSchema } from '../../../shared/messages/wallet-api.ts';
import { CredentialId, MAX_BODY_BYTES, OpaqueId, Tenant } from '../../../shared/wire/vault.ts';

const closed = { additionalProperties: false };

/** The vault on this device: where it lives, its newest ciphertext, and the anti-rollback memory. */
export const DeviceVaultSchema = Type.Object(
  {
    tenant: Tenant,
    accountId: OpaqueId,
    /** The passkey last used here, asked for first when unlocking offline. */
    credentialId: CredentialId,
    /** Exact text: the browser's storage does not keep the order of an object's members. */
    envelopeText: Type.String({ maxLength: MAX_BODY_BYTES }),
    digest: OpaqueId,
    revision: Type.Integer({ minimum: 1 }),
    syncedAt: Type.Integer(),
  },
  closed,
);

const UnlockSchema = Type.Object(
  {
    /** The passkey's secret key, base64url; memory-backed, gone with the browser. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Type.Integer(),
  },
  closed,
);

const SitesSchema = Type.Record(
  Type.String(),
  Type.Object({ accounts: Type.Array(AddressSchema), connectedAt: Type.Integer() }, closed),
);

const ActivitySchema = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      kind: Type.Union([
        Type.Literal('transaction'),
        Type.Literal('signature'),
        Type.Literal('connection'),
      ]),
      at: Type.Integer(),
      origin: Type.String(),
      account: Type.String(),
      words: Type.String(),
      hash: Type.Optional(Type.String()),
      status: Type.Optional(
        Type.Union([
          Type.Literal('signed'),
          Type.Literal('sent'),
          Type.Literal('confirmed'),
          Type.Literal('failed'),
          Type.Literal('dropped'),
        ]),
      ),
      reason: Type.Optional(Type.String()),
      /** Signed bytes, kept until the transaction is mined so that the same ones can be sent again. */
      raw: Type.Optional(Type.String()),
      nonce: Type.Optional(Type.Integer()),
    },
    closed,
  ),
);

const SettingsSchema = Type.Object(
  {
    services: ServicesSchema,
    autoLockMinutes: Type.Integer({ minimum: 1, maximum: 480 }),
    selected: Type.Optional(AddressSchema),
  },
  closed,
);

const LedgerSchema = Type.Record(
  Type.String(),
  Type.Object({ at: Type.Integer(), answer: Type.Unknown() }, closed),
);

const PortfolioSchema = Type.Object(
  {
    account: AddressSchema,
    balances: Type.Array(
      Type.Object(
        {
          symbol: Type.String(),
          name: Type.String(),
          decimals: Type.Integer(),
          amount: Type.String(),
          usdCents: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
    totalUsdCents: Type.Optional(Type.String()),
    at: Type.Integer(),
    block: Type.String(),
  },
  closed,
);

/** A key of `storage.local` or `storage.session` with the form of its value. */
export interface StoredKey<Schema extends TSchema = TSchema> {
  readonly area: 'local' | 'session';
  readonly name: string;
  /** Raised with every change of form; a value of another version is never overwritten unread. */
  readonly version: number;
  readonly schema: Schema;
}

function key<Schema extends TSchema>(
  area: 'local' | 'session',
  name: string,
  schema: Schema,
): StoredKey<Schema> {
  return { area, name, version: 1, schema };
}

/** Every key that the extension stores: nothing else is written anywhere. */
export const STORED_KEYS = {
  vault: key('local', 'vault', DeviceVaultSchema),
  settings: key('local', 'settings', SettingsSchema),
  sites: key('local', 'sites', SitesSchema),
  activity: key('local', 'activity', ActivitySchema),
  portfolio: key('local', 'portfolio', PortfolioSchema),
  ordersCache: key(
    'local',
    'orders-cache',
    Type.Object({ at: Type.Integer(), body: Type.Unknown() }, closed),
  ),
  unlock: key('session', 'unlock', UnlockSchema),
  drafts: key('session', 'drafts', Type.Array(ApprovalDraftSchema)),
  ledger: key('session', 'ledger', LedgerSchema),
} as const;

export type DeviceVault = Static<typeof DeviceVaultSchema>;
export type Unlock = Static<typeof UnlockSchema>;
export type Sites = Static<typeof SitesSchema>;
export type StoredActivity = Static<typeof ActivitySchema>;
export type Settings = Static<typeof SettingsSchema>;
export type Ledger = Static<typeof LedgerSchema>;
