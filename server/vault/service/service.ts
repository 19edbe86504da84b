import type { VaultStore } from '../store.ts';
import { createAuthentication } from './authentication.ts';
import { createChallenges } from './challenges.ts';
import { createDeletion } from './deletion.ts';
import type { VaultDeps } from './deps.ts';
import { createMutations } from './mutations.ts';
import { createRegistration } from './registration.ts';
import { createRemoval } from './removal.ts';

/** The rules of the vault, without HTTP. */
export interface VaultService {
  readonly store: VaultStore;
  readonly registration: ReturnType<typeof createRegistration>;
  readonly authentication: ReturnType<typeof createAuthentication>;
  readonly mutations: ReturnType<typeof createMutations>;
  readonly removal: ReturnType<typeof createRemoval>;
  readonly deletion: ReturnType<typeof createDeletion>;
}

/** Creates the vault's rules for a store. All rules share one issuer of challenges. */
export function createVaultService(deps: VaultDeps): VaultService {
  const challenges = createChallenges(deps);
  return {
    store: deps.store,
    registration: createRegistration(deps, challenges),
    authentication: createAuthentication(deps, challenges),
    mutations: createMutations(deps, challenges),
    removal: createRemoval(deps, challenges),
    deletion: createDeletion(deps, challenges),
  };
}
