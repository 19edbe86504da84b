import type { Clock } from '../../../../shared/ports.ts';
import { ServiceError } from './errors.ts';

/** Lifetime of a challenge in milliseconds. */
const CHALLENGE_MS = 300_000;

/** A commit that a challenge covers. */
export interface Mutation {
  readonly accountId: string;
  readonly revision: number;
  readonly digest: string;
  readonly operationId: string;
  readonly removed: readonly string[];
}

type Challenge = { readonly text: string } & (
  | { readonly purpose: 'register' | 'add-passkey'; readonly accountId: string }
  | { readonly purpose: 'login' }
  | ({ readonly purpose: 'commit' } & Mutation)
);
type Purpose = Challenge['purpose'];
type ChallengeFor<P extends Purpose> = Extract<Challenge, { purpose: P }>;

/**
 * Challenges of this device's home. Each can be used once, for its purpose, within its lifetime.
 */
export function createChallenges({ clock }: { clock: Clock }) {
  const kept = new Map<string, { readonly challenge: Challenge; readonly until: number }>();

  return {
    keep(id: string, challenge: Challenge): void {
      const now = clock.now();
      for (const [known, { until }] of kept) if (until <= now) kept.delete(known);
      kept.set(id, { challenge, until: now + CHALLENGE_MS });
    },

    /** Returns the challenge and forgets it. Throws CHALLENGE_EXPIRED or CHALLENGE_MISMATCH. */
    take<P extends Purpose>(id: string, purpose: P): ChallengeFor<P> {
      const found = kept.get(id);
      kept.delete(id);
      if (found === undefined || found.until <= clock.now()) {
        throw new ServiceError('CHALLENGE_EXPIRED');
      }
      if (!isFor(found.challenge, purpose)) {
        throw new ServiceError('CHALLENGE_MISMATCH');
      }
      return found.challenge;
    },
  };
}

function isFor<P extends Purpose>(
  challenge: Challenge,
  purpose: P,
): challenge is ChallengeFor<P> & Challenge {
  return challenge.purpose === purpose;
}
