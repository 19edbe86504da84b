import * as Type from '../schema.ts';
import { AssertionCredential, CredentialId, Envelope, OpaqueId } from './vault.ts';
import { MAX_PASSKEYS } from './vault-limits.ts';

/**
 * Wire format of the vault's additional routes under `/ext/v1`, for operations that aren't in the
 * specification. A tenant can disable them.
 */
function closed<P extends Type.TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

const Revision = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** One passkey must remain, so at most seven can be removed. */
const CredentialIds = Type.Array(CredentialId, { minItems: 1, maxItems: MAX_PASSKEYS - 1 });

/**
 * Like the requests of a mutation, with the ids of the passkeys that the new envelope no longer
 * contains.
 */
export const RemovalOptionsRequest = closed({
  revision: Revision,
  digest: OpaqueId,
  operationId: OpaqueId,
  credentialIds: CredentialIds,
});
export const RemovalCommitRequest = closed({
  challengeId: OpaqueId,
  credential: AssertionCredential,
  envelope: Envelope,
  credentialIds: CredentialIds,
});

export const DeletionOptionsRequest = closed({ revision: Revision, operationId: OpaqueId });
export const DeletionCommitRequest = closed({
  challengeId: OpaqueId,
  credential: AssertionCredential,
});
export const DeletionResponse = closed({ deleted: Type.Literal(true) });

/** `GET /tenant` below a server's address: the registered origin of its only tenant. */
export const TenantOrigin = closed({ origin: Type.String({ minLength: 1, maxLength: 512 }) });

export type TenantOrigin = Type.Static<typeof TenantOrigin>;
export type RemovalOptionsRequest = Type.Static<typeof RemovalOptionsRequest>;
export type RemovalCommitRequest = Type.Static<typeof RemovalCommitRequest>;
export type DeletionOptionsRequest = Type.Static<typeof DeletionOptionsRequest>;
export type DeletionCommitRequest = Type.Static<typeof DeletionCommitRequest>;
export type DeletionResponse = Type.Static<typeof DeletionResponse>;
