import { Type } from 'typebox';
import { PROMPT_PURPOSES } from '../../../shared/messages/ceremony.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { CredentialId, MAX_BODY_BYTES, OpaqueId, Tenant } from '../../../shared/wire/vault.ts';

const closed = { additionalProperties: false };

/** Storage keys of an envelope's text. A write never touches the one that is in use. */
export const VAULT_SLOTS = ['vault-a', 'vault-b', 'vault-c'] as const;
export type VaultSlot = (typeof VAULT_SLOTS)[number];

/** Exact text: the browser's storage does not keep the order of an object's members. */
export const EnvelopeTextSchema = Type.String({ maxLength: MAX_BODY_BYTES });

const facts = {
  tenant: Tenant,
  accountId: OpaqueId,
  /** The passkey last used here, asked for first when unlocking offline. */
  credentialId: CredentialId,
  digest: OpaqueId,
  revision: Type.Integer({ minimum: 1 }),
  syncedAt: Type.Integer(),
};

/** Version 1 stored the text beside the facts. */
const located = {
  ...facts,
  slot: Type.Optional(oneOf(VAULT_SLOTS)),
  envelopeText: Type.Optional(EnvelopeTextSchema),
};

/**
 * The vault on this device: its home, where its newest ciphertext is stored, and the anti-rollback
 * memory. `former` is the vault that a move to another home has retired.
 */
export const VaultPointerSchema = Type.Object(
  {
    ...located,
    former: Type.Optional(Type.Object(located, closed)),
    /** The user went back to this vault: the former may have changes that this one lacks. */
    isReturned: Type.Optional(Type.Literal(true)),
  },
  closed,
);

const DeviceVaultSchema = Type.Object({ ...facts, envelopeText: EnvelopeTextSchema }, closed);
/** A vault of this device with the text of its newest envelope. */
export type DeviceVault = Type.Static<typeof DeviceVaultSchema>;
export type VaultPointer = Type.Static<typeof VaultPointerSchema>;

export const UnlockSchema = Type.Object(
  {
    /** The passkey's secret key, base64url; memory-backed, gone with the browser. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Type.Integer(),
    /** Epoch milliseconds. */
    unlockedAt: Type.Optional(Type.Integer()),
  },
  closed,
);

/** The address for which the Origin rule was seen to work since the browser started. */
export const OriginProbeSchema = Type.Object({ vaultUrl: Type.String() }, closed);

/** An added passkey that the server knows and no vault has confirmed: public facts only. */
export const ProvisionalPasskeySchema = Type.Object(
  {
    accountId: OpaqueId,
    credentialId: CredentialId,
    aaguid: Type.String({ maxLength: 36 }),
    /** Public key of the value that `create` gave, if it gave one. */
    pk: Type.Optional(OpaqueId),
    at: Type.Integer(),
  },
  closed,
);

/** A commit that was sent: the revision and digest that it makes the newest, and its operation. */
export const PendingSaveSchema = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    digest: Type.String(),
    operationId: Type.String(),
    /** Purpose of its passkey prompt. */
    purpose: Type.Optional(oneOf(PROMPT_PURPOSES)),
  },
  closed,
);

/** The commit whose outcome isn't known yet, and the one that the vault turned out not to contain. */
export const SaveRecordSchema = Type.Object(
  { pending: Type.Optional(PendingSaveSchema), missing: Type.Optional(PendingSaveSchema) },
  closed,
);
