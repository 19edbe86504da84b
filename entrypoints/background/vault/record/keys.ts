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

/** One slot is the present vault's, and one is free for the next write. */
export const MAX_FORMER_VAULTS = VAULT_SLOTS.length - 2;

/** Exact text: the browser's storage does not keep the order of an object's members. */
const EnvelopeTextSchema = Type.String({ maxLength: MAX_BODY_BYTES });

const RemovedSchema = Type.Array(Type.String({ maxLength: 200 }), { maxItems: MAX_REMOVED });

const facts = {
  tenant: Tenant,
  accountId: OpaqueId,
  /** The passkey last used here, asked for first when unlocking offline. */
  credentialId: CredentialId,
  digest: OpaqueId,
  revision: Type.Integer({ minimum: 1 }),
  /** Hash of the newest epoch's secret (vault rule 16); absent until the vault is opened. */
  epochMark: Type.Optional(OpaqueId),
  /** Keys of passkeys that were removed from the account, also by later revisions (vault rule 17). */
  removed: Type.Optional(RemovedSchema),
  syncedAt: Type.Integer(),
};

const located = { ...facts, slot: VaultSlotSchema };

const FormerVaultSchema = Type.Object(
  {
    ...located,
    /** It may have content that no other vault has: only the user deletes it (vault rule 18). */
    isKept: Type.Optional(Type.Literal(true)),
  },
  closed,
);

const SeenEpochSchema = Type.Object(
  { accountId: OpaqueId, epochMark: OpaqueId, removed: Type.Optional(RemovedSchema) },
  closed,
);

/**
 * The vault on this device: its home, where its newest ciphertext is stored, and the anti-rollback
 * memory; beside it the vaults that moves to another home have retired, newest first.
 */
const VaultPointerSchema = Type.Object(
  {
    ...located,
    formers: Type.Optional(Type.Array(FormerVaultSchema, { maxItems: MAX_FORMER_VAULTS })),
    /** Newest epochs of other accounts, whose vaults may be gone from this device. */
    seen: Type.Optional(Type.Array(SeenEpochSchema)),
    /** The only slot whose content may be overwritten or deleted: nothing of value is in it. */
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
    /** The passkey's secret key, base64url; memory-backed, gone with the browser. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Type.Integer(),
    /** Epoch milliseconds. */
    unlockedAt: Type.Integer(),
  },
  closed,
);

/** The address for which the Origin rule was seen to work since the browser started. */
const OriginProbeSchema = Type.Object({ vaultUrl: Type.String() }, closed);

/** An added passkey that the server knows and no vault has confirmed: public facts only. */
const ProvisionalPasskeySchema = Type.Object(
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

/** Passkeys that other devices added and that the user hasn't seen yet: public facts only. */
const UnseenPasskeysSchema = Type.Array(
  Type.Object(
    { accountId: OpaqueId, credentialIds: Type.Array(CredentialId, { maxItems: MAX_PASSKEYS }) },
    closed,
  ),
  { maxItems: VAULT_SLOTS.length },
);

const Text = Type.String();
/** Items that another device deleted, by their names; only while the wallet is unlocked. */
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

/** Records of backups that the next save of their vault brings into it. */
const UnsavedBackupsSchema = Type.Array(
  Type.Object({ accountId: OpaqueId, backups: VaultPayloadSchema.properties.backups }, closed),
  { maxItems: VAULT_SLOTS.length },
);

const commit = {
  /** Purpose of its passkey prompt. */
  purpose: oneOf(PROMPT_PURPOSES),
  revision: Type.Integer({ minimum: 1 }),
  digest: Type.String(),
  operationId: Type.String(),
};
/** A commit: the revision and digest that it makes the newest, and its operation. */
const CommitSchema = Type.Object(commit, closed);

/**
 * `missing`: the vault is older than the commit, which a slow server may still store. `lost`: another
 * commit took its place, so it can't be stored any more.
 */
const LostCommitSchema = Type.Object({ outcome: oneOf(['missing', 'lost']), ...commit }, closed);

/** The commit that was sent and has no known outcome, and one that the vault doesn't contain. */
const ChangeRecordSchema = Type.Object(
  { sent: Type.Optional(CommitSchema), lost: Type.Optional(LostCommitSchema) },
  closed,
);

/** Returns the key of a vault's text. */
export function vaultTextIn(slot: VaultSlot): StoredKey<typeof EnvelopeTextSchema> {
  return kept(slot, EnvelopeTextSchema);
}

/** Keys of this device's vaults, and of data about their changes. */
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
