import { toBase64url } from '../../../shared/bytes.ts';
import { createLiveCount } from '../../http/live-count.ts';
import { VaultServiceError } from '../errors.ts';
import { ANONYMOUS_CHALLENGES, CHALLENGE_MS, CHALLENGES_PER_ACCOUNT } from '../numbers.ts';
import type { Challenge, Purpose, Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import type { ChallengeMatch } from '../webauthn/client-data.ts';
import type { VaultDeps } from './deps.ts';
import { newOpaqueId, sha256 } from './hashes.ts';

export interface NewChallenge {
  readonly tenant: VaultTenant;
  readonly purpose: Purpose;
  readonly accountId: string | null;
  readonly session: Session | undefined;
  /** Data bound by the challenge; `challenge` derives its bytes from the challenge id. */
  readonly binding?: {
    readonly revision: number;
    readonly digest: string | null;
    readonly operationId: string;
    challenge(challengeId: string): Uint8Array;
  };
}

export interface TakenChallenge extends Challenge {
  readonly isChallenge: ChallengeMatch;
}

export interface Expected {
  readonly tenant: VaultTenant;
  readonly purposes: readonly Purpose[];
}

export interface Challenges {
  issue(challenge: NewChallenge): Promise<{ challengeId: string; challenge: string }>;
  /**
   * Consumes a challenge, then runs `work` with it. It stays consumed in any case.
   * @throws VaultServiceError CHALLENGE_EXPIRED, TENANT_MISMATCH, CHALLENGE_MISMATCH, or of `work`
   */
  consume<T>(
    challengeId: string,
    expected: Expected,
    work: (challenge: TakenChallenge) => Promise<T>,
  ): Promise<T>;
  /** Consumes the challenge of a request that is rejected before its challenge is checked. */
  discard(challengeId: string): Promise<void>;
}

/**
 * Creates one-time challenges. Storage has only hashes of id and challenge, so its readers can't
 * answer any.
 */
export function createChallenges({ store, clock, random, rateLimits }: VaultDeps): Challenges {
  // Challenges of accounts are bounded per account. Anonymous ones are bounded by lifetime and by
  // this count per tenant: flooding one tenant must not block another.
  const anonymous = createLiveCount(clock, {
    hits: ANONYMOUS_CHALLENGES,
    windowMs: CHALLENGE_MS,
  });

  return {
    async issue({ tenant, purpose, accountId, session, binding }) {
      const wait = session === undefined && rateLimits ? anonymous.add(tenant.id) : 0;
      if (wait > 0) throw new VaultServiceError('TRY_LATER', { retryAfter: wait });
      const challengeId = newOpaqueId(random);
      const bytes = binding?.challenge(challengeId) ?? random.bytes(32);
      const now = clock.now();
      await store.addChallenge(
        {
          idHash: sha256(challengeId),
          tenantId: tenant.id,
          purpose,
          challengeHash: sha256(bytes),
          accountId,
          sessionHash: session?.tokenHash ?? null,
          issuedAt: now,
          expiresAt: now + CHALLENGE_MS,
          revision: binding?.revision ?? null,
          digest: binding?.digest ?? null,
          operationId: binding?.operationId ?? null,
        },
        CHALLENGES_PER_ACCOUNT,
      );
      return { challengeId, challenge: toBase64url(bytes) };
    },

    async consume(challengeId, { tenant, purposes }, work) {
      const challenge = await store.takeChallenge(sha256(challengeId));
      if (challenge === undefined) throw new VaultServiceError('CHALLENGE_EXPIRED');
      if (clock.now() >= challenge.expiresAt) throw new VaultServiceError('CHALLENGE_EXPIRED');
      if (challenge.tenantId !== tenant.id) throw new VaultServiceError('TENANT_MISMATCH');
      if (!purposes.includes(challenge.purpose)) throw new VaultServiceError('CHALLENGE_MISMATCH');
      return work({
        ...challenge,
        isChallenge: (bytes) => sha256(bytes) === challenge.challengeHash,
      });
    },

    async discard(challengeId) {
      await store.takeChallenge(sha256(challengeId));
    },
  };
}

/**
 * Requires that the session requested the challenge.
 * @throws VaultServiceError CHALLENGE_MISMATCH
 */
export function requireSession(challenge: Challenge, session: Session): void {
  const isSame =
    challenge.sessionHash === session.tokenHash && challenge.accountId === session.accountId;
  if (!isSame) throw new VaultServiceError('CHALLENGE_MISMATCH');
}
