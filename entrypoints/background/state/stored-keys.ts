import {
  Unknown as Anything,
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  type TSchema,
  Union,
} from 'typebox';
import { AddressSchema, ApprovalDraftSchema } from '../../../shared/approvals/types.ts';
import { ServicesSchema } from '../../../shared/messages/wallet-api.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';
import { CredentialId, MAX_BODY_BYTES, OpaqueId, Tenant } from '../../../shared/wire/vault.ts';

const closed = { additionalProperties: false };

/** The vault on this device: where it lives, its newest ciphertext, and the anti-rollback memory. */
export const DeviceVaultSchema = Shape(
  {
    tenant: Tenant,
    accountId: OpaqueId,
    /** The passkey last used here, asked for first when unlocking offline. */
    credentialId: CredentialId,
    /** Exact text: the browser's storage does not keep the order of an object's members. */
    envelopeText: Text({ maxLength: MAX_BODY_BYTES }),
    digest: OpaqueId,
    revision: Integer({ minimum: 1 }),
    syncedAt: Integer(),
  },
  closed,
);

const UnlockSchema = Shape(
  {
    /** The passkey's secret key, base64url; memory-backed, gone with the browser. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Integer(),
  },
  closed,
);

/** The address for which the Origin rule was seen to work since the browser started. */
const OriginProbeSchema = Shape({ vaultUrl: Text() }, closed);

/** An added passkey that the server knows and no vault has confirmed: public facts only. */
const ProvisionalPasskeySchema = Shape(
  {
    accountId: OpaqueId,
    credentialId: CredentialId,
    aaguid: Text({ maxLength: 36 }),
    /** Public key of the value that `create` gave, if it gave one. */
    pk: Optional(OpaqueId),
    at: Integer(),
  },
  closed,
);

/** A commit on its way: what it would make the newest revision. */
const PendingSaveSchema = Shape({ revision: Integer({ minimum: 1 }) }, closed);

const SitesSchema = recordOf(
  Shape({ accounts: List(AddressSchema), connectedAt: Integer() }, closed),
);

const ActivitySchema = List(
  Shape(
    {
      id: Text(),
      kind: Union([Literal('transaction'), Literal('signature'), Literal('connection')]),
      at: Integer(),
      origin: Text(),
      account: Text(),
      words: Text(),
      hash: Optional(Text()),
      status: Optional(
        Union([
          Literal('signed'),
          Literal('sent'),
          Literal('confirmed'),
          Literal('failed'),
          Literal('dropped'),
        ]),
      ),
      reason: Optional(Text()),
      /** Signed bytes, kept until the transaction is mined so that the same ones can be sent again. */
      raw: Optional(Text()),
      nonce: Optional(Integer()),
    },
    closed,
  ),
);

const SettingsSchema = Shape(
  {
    services: ServicesSchema,
    autoLockMinutes: Integer({ minimum: 1, maximum: 480 }),
    selected: Optional(AddressSchema),
    recoveryFileAt: Optional(Integer()),
    /** The newest conflict of two devices that the user has seen; see `conflictMark`. */
    conflictsSeen: Optional(Text()),
  },
  closed,
);

const LedgerSchema = recordOf(Shape({ at: Integer(), answer: Anything() }, closed));

const PortfolioSchema = Shape(
  {
    account: AddressSchema,
    balances: List(
      Shape(
        {
          symbol: Text(),
          name: Text(),
          decimals: Integer(),
          amount: Text(),
          usdCents: Optional(Text()),
        },
        closed,
      ),
    ),
    totalUsdCents: Optional(Text()),
    at: Integer(),
    block: Text(),
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
  /** How people call it. */
  readonly words: string;
  /** What can be read or asked for again is dropped when it cannot be understood. */
  readonly isDisposable: boolean;
  /** From each older version one step up: a value of version n becomes one of version n + 1. */
  readonly migrations: Readonly<Record<number, (value: unknown) => unknown>>;
}

function kept<Schema extends TSchema>(
  name: string,
  words: string,
  schema: Schema,
): StoredKey<Schema> {
  return { area: 'local', name, version: 1, schema, words, isDisposable: false, migrations: {} };
}

function disposable<Schema extends TSchema>(
  area: 'local' | 'session',
  name: string,
  schema: Schema,
): StoredKey<Schema> {
  return { area, name, version: 1, schema, words: name, isDisposable: true, migrations: {} };
}

/** Every key that the extension stores: nothing else is written anywhere. */
export const STORED_KEYS = {
  vault: kept('vault', 'The vault of this device', DeviceVaultSchema),
  settings: kept('settings', 'Settings and server addresses', SettingsSchema),
  sites: kept('sites', 'Connected sites', SitesSchema),
  activity: kept('activity', 'Activity', ActivitySchema),
  portfolio: disposable('local', 'portfolio', PortfolioSchema),
  ordersCache: disposable(
    'local',
    'orders-cache',
    Shape({ at: Integer(), body: Anything() }, closed),
  ),
  unlock: disposable('session', 'unlock', UnlockSchema),
  originProbe: disposable('session', 'origin-probe', OriginProbeSchema),
  pendingSave: disposable('session', 'pending-save', PendingSaveSchema),
  provisional: disposable('session', 'provisional-passkey', ProvisionalPasskeySchema),
  drafts: disposable('session', 'drafts', List(ApprovalDraftSchema)),
  ledger: disposable('session', 'ledger', LedgerSchema),
} as const;

export type DeviceVault = Static<typeof DeviceVaultSchema>;
export type Unlock = Static<typeof UnlockSchema>;
export type ProvisionalPasskey = Static<typeof ProvisionalPasskeySchema>;
export type PendingSave = Static<typeof PendingSaveSchema>;
export type OriginProbe = Static<typeof OriginProbeSchema>;
export type Sites = Static<typeof SitesSchema>;
export type StoredActivity = Static<typeof ActivitySchema>;
export type Settings = Static<typeof SettingsSchema>;
export type Ledger = Static<typeof LedgerSchema>;
