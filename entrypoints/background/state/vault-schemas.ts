import { Integer, Optional, Object as Shape, String as Text } from 'typebox';
import { PROMPT_PURPOSES } from '../../../shared/messages/ceremony.ts';
import { oneOf } from '../../../shared/one-of.ts';
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

export const UnlockSchema = Shape(
  {
    /** The passkey's secret key, base64url; memory-backed, gone with the browser. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Integer(),
    /** Epoch milliseconds. */
    unlockedAt: Optional(Integer()),
  },
  closed,
);

/** The address for which the Origin rule was seen to work since the browser started. */
export const OriginProbeSchema = Shape({ vaultUrl: Text() }, closed);

/** An added passkey that the server knows and no vault has confirmed: public facts only. */
export const ProvisionalPasskeySchema = Shape(
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

/** A commit that was sent: the revision and digest that it makes the newest, and its operation. */
export const PendingSaveSchema = Shape(
  {
    revision: Integer({ minimum: 1 }),
    digest: Text(),
    operationId: Text(),
    /** What its passkey prompt was for. */
    purpose: Optional(oneOf(PROMPT_PURPOSES)),
  },
  closed,
);

/** The commit whose outcome isn't known yet, and the one that the vault turned out not to contain. */
export const SaveRecordSchema = Shape(
  { pending: Optional(PendingSaveSchema), missing: Optional(PendingSaveSchema) },
  closed,
);
