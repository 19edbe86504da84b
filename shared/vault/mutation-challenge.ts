import { sha256 } from '@noble/hashes/sha2';
import { compareBytes, concatBytes, lengthPrefixed, u64 } from '../bytes.ts';

/** Data that binds a challenge to one account's vault at one revision. Bytes, not base64url. */
export interface ChallengeBinding {
  readonly tenantId: string;
  readonly accountId: Uint8Array;
  /** 32 random bytes, so that two challenges for the same operation differ. */
  readonly challengeId: Uint8Array;
  /** The revision to replace. */
  readonly revision: number;
  readonly operationId: Uint8Array;
}

export interface MutationBinding extends ChallengeBinding {
  /** SHA-256 of the exact JSON text of the envelope. */
  readonly digest: Uint8Array;
}

/**
 * Returns the challenge of a mutation. It is a hash of the mutation, so the passkey's signature
 * covers digest and revision; a client recomputes it before it asks the user to sign. Source: vault
 * design, "The mutation challenge".
 */
export function mutationChallenge(binding: MutationBinding): Uint8Array {
  const { digest, operationId } = binding;
  return sha256(concatBytes(head('condor/v2/mutation', binding), digest, operationId));
}

/**
 * Returns the challenge of a passkey removal: a mutation that also binds the removed passkeys, in
 * any order.
 */
export function removalChallenge(
  binding: MutationBinding & { readonly credentialIds: readonly Uint8Array[] },
): Uint8Array {
  const { digest, operationId, credentialIds } = binding;
  const ids = credentialIds.map(lengthPrefixed).sort(compareBytes);
  return sha256(concatBytes(head('condor/v2/removal', binding), digest, operationId, ...ids));
}

/** Returns the challenge of an account's deletion. */
export function deletionChallenge(binding: ChallengeBinding): Uint8Array {
  return sha256(concatBytes(head('condor/v2/deletion', binding), binding.operationId));
}

function head(label: string, { tenantId, accountId, challengeId, revision }: ChallengeBinding) {
  return concatBytes(
    lengthPrefixed(label),
    lengthPrefixed(tenantId),
    lengthPrefixed(accountId),
    challengeId,
    u64(revision),
  );
}
