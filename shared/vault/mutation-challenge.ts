import { sha256 } from '@noble/hashes/sha2';
import {
  compareBytes,
  concatBytes,
  fromBase64url,
  lengthPrefixed,
  toBase64url,
  u64,
} from '../bytes.ts';

/** Data that binds a challenge to one revision of an account's vault, as bytes. */
export interface ChallengeBinding {
  readonly tenantId: string;
  readonly accountId: Uint8Array;
  /** 32 random bytes, so that the challenges of two attempts at the same operation differ. */
  readonly challengeId: Uint8Array;
  readonly revision: number;
  readonly operationId: Uint8Array;
}

export interface MutationBinding extends ChallengeBinding {
  /** SHA-256 of the exact JSON text of the envelope. */
  readonly digest: Uint8Array;
}

/**
 * Returns the challenge of a mutation. It is a hash of the mutation, so the passkey's signature
 * covers digest and revision. A client recomputes it before the user signs. Source:
 * design/vault-service.md, "The mutation challenge".
 */
export function mutationChallenge(binding: MutationBinding): Uint8Array {
  const { digest, operationId } = binding;
  return sha256(concatBytes(head('condor/v2/mutation', binding), digest, operationId));
}

/**
 * Returns the challenge of removing passkeys: a mutation that also binds the removed passkeys, in
 * any order.
 */
export function removalChallenge(
  binding: MutationBinding & { readonly credentialIds: readonly Uint8Array[] },
): Uint8Array {
  const { digest, operationId, credentialIds } = binding;
  const ids = credentialIds.map(lengthPrefixed).sort(compareBytes);
  return sha256(concatBytes(head('condor/v2/removal', binding), digest, operationId, ...ids));
}

/**
 * Returns the challenge for a change of the vault: a removal challenge if the change removes
 * passkeys, otherwise a mutation challenge. Takes and returns base64url, like the wire.
 */
export function changeChallenge(change: {
  readonly tenantId: string;
  readonly accountId: string;
  readonly challengeId: string;
  readonly revision: number;
  readonly digest: string;
  readonly operationId: string;
  readonly removed: readonly string[];
}): string {
  const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();
  const binding = {
    tenantId: change.tenantId,
    accountId: bytes(change.accountId),
    challengeId: bytes(change.challengeId),
    revision: change.revision,
    digest: bytes(change.digest),
    operationId: bytes(change.operationId),
  };
  const credentialIds = change.removed.map(bytes);
  return toBase64url(
    credentialIds.length === 0
      ? mutationChallenge(binding)
      : removalChallenge({ ...binding, credentialIds }),
  );
}

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
