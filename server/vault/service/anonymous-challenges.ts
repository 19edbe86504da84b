import { toBase64url } from '../../../shared/bytes.ts';
import { isLive } from '../../live-window.ts';
import { CHALLENGE_MS } from '../numbers.ts';
import type { VaultTenant } from '../tenant.ts';
import type { VaultDeps } from './deps.ts';
import { checkedBytes, sha256 } from './hashes.ts';
import {
  type AnonymousPurpose,
  openSealed,
  sealChallenge,
  sealedAccountId,
  sealedChallengeBytes,
} from './sealed-challenge.ts';
import type { TakenChallenge } from './taken-challenge.ts';

export interface AnonymousChallenge {
  readonly challengeId: string;
  readonly challenge: string;
  /** Id of the account that a `register` challenge is for. */
  readonly accountId: string;
}

/**
 * Creates the functions for challenges without a session. These challenges aren't rows, because
 * anyone may request them and could fill a table. Only consumed ids are stored. The rate limit of
 * verifications also limits the number of these ids.
 */
export function createAnonymousChallenges({ store, clock, random, tenants }: VaultDeps) {
  const tenantIds = tenants.map(({ id }) => id);
  const currentKey = () => store.challengeKey({ now: clock.now(), newKey: () => random.bytes(32) });

  return {
    async issue(
      { id: tenantId }: VaultTenant,
      purpose: AnonymousPurpose,
    ): Promise<AnonymousChallenge> {
      const key = await currentKey();
      const expiresAt = clock.now() + CHALLENGE_MS;
      const id = sealChallenge(key, { tenantId, purpose, expiresAt }, random);
      return {
        challengeId: toBase64url(id),
        challenge: toBase64url(sealedChallengeBytes(key, tenantId, id)),
        accountId: toBase64url(sealedAccountId(key, tenantId, id)),
      };
    },

    /**
     * Consumes a sealed id and returns its challenge; undefined if the challenge has expired or was
     * consumed. Returns `unsealed` for any other id, which may belong to a row.
     */
    async take(challengeId: string): Promise<TakenChallenge | 'unsealed' | undefined> {
      const key = await currentKey();
      const id = checkedBytes(challengeId);
      const sealed = openSealed(key, id, tenantIds);
      if (sealed === undefined) return 'unsealed';
      const { tenantId, purpose, expiresAt } = sealed;
      if (!isLive(expiresAt, CHALLENGE_MS, clock.now())) return undefined;
      if (!(await store.consumeChallenge(sha256(challengeId), expiresAt))) return undefined;
      const signed = toBase64url(sealedChallengeBytes(key, tenantId, id));
      return {
        tenantId,
        purpose,
        accountId: purpose === 'register' ? toBase64url(sealedAccountId(key, tenantId, id)) : null,
        sessionHash: null,
        expiresAt,
        revision: null,
        digest: null,
        operationId: null,
        isChallenge: (bytes) => toBase64url(bytes) === signed,
      };
    },
  };
}
