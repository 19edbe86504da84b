import type { Challenge } from '../store.ts';
import type { ChallengeMatch } from '../webauthn/client-data.ts';

/** The members of a challenge that the rules compare, from its row or its sealed id. */
export interface TakenChallenge
  extends Pick<
    Challenge,
    'tenantId' | 'purpose' | 'expiresAt' | 'revision' | 'digest' | 'operationId'
  > {
  /** Null in a login's challenge. */
  readonly accountId: string | null;
  /** Null in an anonymous challenge. */
  readonly sessionHash: string | null;
  readonly isChallenge: ChallengeMatch;
}
