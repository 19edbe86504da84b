import type { Challenge } from '../store.ts';
import type { ChallengeMatch } from '../webauthn/client-data.ts';

/** The members of a challenge that the rules compare, from its row or from its sealed id. */
export type TakenChallenge = Pick<
  Challenge,
  | 'tenantId'
  | 'purpose'
  | 'accountId'
  | 'sessionHash'
  | 'expiresAt'
  | 'revision'
  | 'digest'
  | 'operationId'
> & { readonly isChallenge: ChallengeMatch };
