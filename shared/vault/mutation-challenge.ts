import { sha256 } from '@noble/hashes/sha2';
import { concatBytes, lengthPrefixed, u64 } from '../bytes.ts';

export interface MutationBinding {
  readonly tenantId: string;
  /** Raw bytes of the account id. */
  readonly accountId: Uint8Array;
  /** 32 random bytes: makes two challenges for one mutation differ. */
  readonly challengeId: Uint8Array;
  /** The revision that the mutation replaces. */
  readonly revision: number;
  /** SHA-256 of the exact JSON text of the envelope. */
  readonly digest: Uint8Array;
  readonly operationId: Uint8Array;
}

/**
 * The challenge of a mutation. It is a hash of what the mutation does, so the passkey's signature
 * covers digest and revision; a client recomputes it before it asks the user to sign.
 * Source: vault design, "The mutation challenge".
 */
export function mutationChallenge(binding: MutationBinding): Uint8Array {
  return sha256(
    concatBytes(
      lengthPrefixed('condor/v2/mutation'),
      lengthPrefixed(binding.tenantId),
      lengthPrefixed(binding.accountId),
      binding.challengeId,
      u64(binding.revision),
      binding.digest,
      binding.operationId,
    ),
  );
}
