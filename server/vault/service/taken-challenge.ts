import type { Challenge } from '../store.ts';
import type { ChallengeMatch } from '../webauthn/client-data.ts';

/** The members of a challenge that the rules compare, from a row or a sealed id. */
export interface TakenChallenge
  extends Pick<
    Challenge,
    'tenantId' | 'purpose' | 'expiresAt' | 'revision' | 'digest' | 'operationId'
  > {
  /** Null in the challenge of a login. */
  readonly accountId: string | null;
  /** Null in the challenge of an anonymous request. */
  readonly sessionHash: string | null;
  readonly isChallenge: ChallengeMatch;
}
