import { PROMPT_PURPOSES } from '../../../../shared/messages/ceremony.ts';
import { oneOf } from '../../../../shared/one-of.ts';
import * as Type from '../../../../shared/schema.ts';
import { VaultPayloadSchema } from '../../../../shared/vault/payload.ts';
import { MAX_REMOVED } from '../../../../shared/vault/removals.ts';
import { VAULT_SLOTS, type VaultSlot, VaultSlotSchema } from '../../../../shared/vault/slots.ts';
import { CredentialId, MAX_BODY_BYTES, OpaqueId, Tenant } from '../../../../shared/wire/vault.ts';
import { MAX_PASSKEYS } from '../../../../shared/wire/vault-limits.ts';
import { disposable, kept, type StoredKey } from '../../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/** All slots but two: one contains the present vault, and one is free for the next write. */
export const MAX_FORMER_VAULTS = VAULT_SLOTS.length - 2;

/** Stored as exact text. Browser storage doesn't keep the order of members. */
const EnvelopeTextSchema = Type.String({ maxLength: MAX_BODY_BYTES });

const RemovedSchema = Type.Array(Type.String({ maxLength: 200 }), { maxItems: MAX_REMOVED });

const facts = {
  tenant: Tenant,
  accountId: OpaqueId,
  /** The passkey that was last used here. An offline unlock asks for it first. */
  credentialId: CredentialId,
  digest: OpaqueId,
  revision: Type.Integer({ minimum: 1 }),
  /** Hash of the newest epoch's secret (vault rule 16); missing until the vault was opened. */
  epochMark: Type.Optional(OpaqueId),
  /** Keys of passkeys that were removed from the account, by any revision (vault rule 17). */
  removed: Type.Optional(RemovedSchema),
  syncedAt: Type.Integer(),
};

const located = { ...facts, slot: VaultSlotSchema };

const FormerVaultSchema = Type.Object(
  {
    ...located,
    /** True for a vault that may have content of its own; only the user deletes it (rule 18). */
    isKept: Type.Optional(Type.Literal(true)),
  },
  closed,
);

const SeenEpochSchema = Type.Object(
  { accountId: OpaqueId, epochMark: OpaqueId, removed: Type.Optional(RemovedSchema) },
  closed,
);

/**
 * The vault on this device: its home, the slot of its newest ciphertext, and the anti-rollback
 * memory. `formers` are the vaults that a move to another home has retired, newest first.
 */
const VaultPointerSchema = Type.Object(
  {
    ...located,
    formers: Type.Optional(Type.Array(FormerVaultSchema, { maxItems: MAX_FORMER_VAULTS })),
    /** Newest epochs of other accounts, whose vaults may no longer be on this device. */
    seen: Type.Optional(Type.Array(SeenEpochSchema)),
    /** The only slot that may be overwritten or deleted. It contains nothing of value. */
    spare: VaultSlotSchema,
  },
  closed,
);

const DeviceVaultSchema = Type.Object({ ...facts, envelopeText: EnvelopeTextSchema }, closed);
/** A vault of this device with the text of its newest envelope. */
export type DeviceVault = Type.Static<typeof DeviceVaultSchema>;
export type FormerPointer = Type.Static<typeof FormerVaultSchema>;
export type SeenEpoch = Type.Static<typeof SeenEpochSchema>;
export type VaultPointer = Type.Static<typeof VaultPointerSchema>;

const UnlockSchema = Type.Object(
  {
    /** The passkey's secret key (base64url), in memory until the browser ends. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Type.Integer(),
    /** Epoch milliseconds. */
    unlockedAt: Type.Integer(),
  },
  closed,
);

/** The address for which the Origin rule has worked since the browser started. */
const OriginProbeSchema = Type.Object({ vaultUrl: Type.String() }, closed);

/** An added passkey that the server knows but no vault has confirmed. Public facts only. */
const ProvisionalPasskeySchema = Type.Object(
  {
    accountId: OpaqueId,
    credentialId: CredentialId,
    aaguid: Type.String({ maxLength: 36 }),
    /** Public key of the value that `create` returned, if any. */
    pk: Type.Optional(OpaqueId),
    at: Type.Integer(),
  },
  closed,
);

/** Passkeys that other devices added and that the user hasn't seen. Public facts only. */
const UnseenPasskeysSchema = Type.Array(
  Type.Object(
    { accountId: OpaqueId, credentialIds: Type.Array(CredentialId, { maxItems: MAX_PASSKEYS }) },
    closed,
  ),
  { maxItems: VAULT_SLOTS.length },
);

const Text = Type.String();
/** Names of items that another device deleted, only while the wallet is unlocked. */
const UnseenDeletionsSchema = Type.Object(
  {
    accountId: OpaqueId,
    items: Type.Array(
      Type.Union([
        Type.Object(
          {
            kind: Type.Literal('wallet'),
            wallet: VaultPayloadSchema.properties.wallets.items.properties.kind,
            name: Text,
            address: Text,
          },
          closed,
        ),
        Type.Object(
          {
            kind: oneOf(['account', 'contact']),
            name: Text,
            address: Text,
          },
          closed,
        ),
        Type.Object({ kind: Type.Literal('passkey'), name: Text, credentialId: Text }, closed),
        Type.Object({ kind: Type.Literal('setting'), name: Text }, closed),
        Type.Object({ kind: Type.Literal('changed'), name: Text, offered: Text }, closed),
      ]),
    ),
  },
  closed,
);

/** Records of backups that the next save adds to their vault. */
const UnsavedBackupsSchema = Type.Array(
  Type.Object({ accountId: OpaqueId, backups: VaultPayloadSchema.properties.backups }, closed),
  { maxItems: VAULT_SLOTS.length },
);

const commit = {
  purpose: oneOf(PROMPT_PURPOSES),
  revision: Type.Integer({ minimum: 1 }),
  digest: Type.String(),
  operationId: Type.String(),
};
/** A commit: its operation, and the revision and digest that it makes the newest. */
const CommitSchema = Type.Object(commit, closed);

/**
 * `missing`: the stored vault is older than the commit, but a slow server may still store the
 * commit. `lost`: another commit took the revision, so this commit can't be stored any more.
 */
const LostCommitSchema = Type.Object({ outcome: oneOf(['missing', 'lost']), ...commit }, closed);

/** The sent commit whose outcome is unknown, and a commit that the vault doesn't contain. */
const ChangeRecordSchema = Type.Object(
  { sent: Type.Optional(CommitSchema), lost: Type.Optional(LostCommitSchema) },
  closed,
);

/** Returns the key of a vault's text. */
export function vaultTextIn(slot: VaultSlot): StoredKey<typeof EnvelopeTextSchema> {
  return kept(slot, EnvelopeTextSchema);
}

export const vaultKeys = {
  vault: kept('vault', VaultPointerSchema),
  /** Present while the owner's data is being deleted. */
  forgetting: { ...disposable('local', 'forgetting', Type.Boolean()), outlivesOwner: true },
  unlock: disposable('session', 'unlock', UnlockSchema),
  /** Epoch milliseconds. */
  seenUnlockedAt: disposable('session', 'seen-unlocked-at', Type.Integer()),
  originProbe: { ...disposable('session', 'origin-probe', OriginProbeSchema), outlivesOwner: true },
  change: disposable('session', 'change', ChangeRecordSchema),
  unseenPasskeys: disposable('local', 'unseen-passkeys', UnseenPasskeysSchema),
  unseenDeletions: disposable('session', 'unseen-deletions', UnseenDeletionsSchema),
  unsavedBackups: disposable('local', 'unsaved-backups', UnsavedBackupsSchema),
  provisional: disposable('session', 'provisional-passkey', ProvisionalPasskeySchema),
};

export type Unlock = Type.Static<typeof UnlockSchema>;
export type UnsavedBackups = Type.Static<typeof UnsavedBackupsSchema>;
export type UnseenDeletions = Type.Static<typeof UnseenDeletionsSchema>;
export type UnseenPasskeys = Type.Static<typeof UnseenPasskeysSchema>;
export type ProvisionalPasskey = Type.Static<typeof ProvisionalPasskeySchema>;
export type Commit = Type.Static<typeof CommitSchema>;
export type LostCommit = Type.Static<typeof LostCommitSchema>;
export type ChangeRecord = Type.Static<typeof ChangeRecordSchema>;
export type OriginProbe = Type.Static<typeof OriginProbeSchema>;
