import {
  Integer,
  Array as List,
  Literal,
  Object as Shape,
  type Static,
  type TProperties,
} from 'typebox';
import { AssertionCredential, CredentialId, Envelope, MAX_PASSKEYS, OpaqueId } from './vault.ts';

/**
 * Wire contract of the vault's routes of our own, under `/ext/v1`: what the specification has no
 * transition for. A tenant can turn them off; then they don't exist.
 */
function closed<P extends TProperties>(properties: P) {
  return Shape(properties, { additionalProperties: false });
}

const Revision = Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** At least one passkey stays, so at most seven go. */
const CredentialIds = List(CredentialId, { minItems: 1, maxItems: MAX_PASSKEYS - 1 });

/** As for a mutation, and which passkeys the envelope leaves out. */
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
export const DeletionResponse = closed({ deleted: Literal(true) });

export type RemovalOptionsRequest = Static<typeof RemovalOptionsRequest>;
export type RemovalCommitRequest = Static<typeof RemovalCommitRequest>;
export type DeletionOptionsRequest = Static<typeof DeletionOptionsRequest>;
export type DeletionCommitRequest = Static<typeof DeletionCommitRequest>;
export type DeletionResponse = Static<typeof DeletionResponse>;
