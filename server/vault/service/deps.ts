import type { Clock, Random } from '../../../shared/ports.ts';
import type { VaultStore } from '../store.ts';

/** What the vault's rules need of the world. */
export interface VaultDeps {
  readonly store: VaultStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateLimits: boolean;
}
