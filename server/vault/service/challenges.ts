import { toBase64url } from '../../../shared/bytes.ts';
import { isLive } from '../../live-window.ts';
import { VaultServiceError } from '../errors.ts';
import { CHALLENGE_MS, CHALLENGES_PER_ACCOUNT } from '../numbers.ts';
import type { Purpose, Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { type AnonymousChallenge, createAnonymousChallenges } from './anonymous-challenges.ts';
import type { VaultDeps } from './deps.ts';
import { newOpaqueId, sha256 } from './hashes.ts';
import type { AnonymousPurpose } from './sealed-challenge.ts';
import type { TakenChallenge } from './taken-challenge.ts';

interface NewChallenge {
  readonly tenant: VaultTenant;
  readonly purpose: Exclude<Purpose, AnonymousPurpose>;
  readonly session: Session;
  /** Data that the challenge binds. `challenge` derives the bytes from the challenge id. */
  readonly binding?: {
    readonly revision: number;
    readonly digest: string | null;
    readonly operationId: string;
    challenge(challengeId: string): Uint8Array;
  };
}

interface Expected {
  readonly tenant: VaultTenant;
  readonly purposes: readonly Purpose[];
}

export interface Challenges {
  /** Issues a challenge to a session. */
  issue(challenge: NewChallenge): Promise<{ challengeId: string; challenge: string }>;
  /** Issues a challenge without a session. Stores nothing. */
  issueAnonymous(tenant: VaultTenant, purpose: AnonymousPurpose): Promise<AnonymousChallenge>;
  /**
   * Consumes a challenge, then runs `work` with it. The challenge stays consumed whatever the
   * result.
   * @throws VaultServiceError CHALLENGE_EXPIRED, TENANT_MISMATCH, CHALLENGE_MISMATCH, and errors
   * that `work` throws
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
 * Creates the functions for one-time challenges. A session's challenge is a row with only the
 * hashes of its id and bytes, so a reader of the database can't answer it. A challenge without a
 * session is a sealed id.
 */
export function createChallenges(deps: VaultDeps): Challenges {
  const { store, clock, random } = deps;
  const anonymous = createAnonymousChallenges(deps);

  /** Returns a challenge and removes it. The challenge may have expired. */
  async function take(challengeId: string): Promise<TakenChallenge | undefined> {
    const sealed = await anonymous.take(challengeId);
    if (sealed !== 'unsealed') return sealed;
    const row = await store.takeChallenge(sha256(challengeId));
    return row && { ...row, isChallenge: (bytes) => sha256(bytes) === row.challengeHash };
  }

  return {
    issueAnonymous: anonymous.issue,

    async issue({ tenant, purpose, session, binding }) {
      const challengeId = newOpaqueId(random);
      const bytes = binding?.challenge(challengeId) ?? random.bytes(32);
      const now = clock.now();
      await store.addChallenge(
        {
          idHash: sha256(challengeId),
          tenantId: tenant.id,
          purpose,
          challengeHash: sha256(bytes),
          accountId: session.accountId,
          sessionHash: session.tokenHash,
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
      const challenge = await take(challengeId);
      if (challenge === undefined || !isLive(challenge.expiresAt, CHALLENGE_MS, clock.now()))
        throw new VaultServiceError('CHALLENGE_EXPIRED');
      if (challenge.tenantId !== tenant.id) throw new VaultServiceError('TENANT_MISMATCH');
      if (!purposes.includes(challenge.purpose)) throw new VaultServiceError('CHALLENGE_MISMATCH');
      return work(challenge);
    },

    async discard(challengeId) {
      await take(challengeId);
    },
  };
}

/**
 * Requires that the session requested the challenge.
 * @throws VaultServiceError CHALLENGE_MISMATCH
 */
export function ensureSession(challenge: TakenChallenge, session: Session): void {
  const isSame =
    challenge.sessionHash === session.tokenHash && challenge.accountId === session.accountId;
  if (!isSame) throw new VaultServiceError('CHALLENGE_MISMATCH');
}
