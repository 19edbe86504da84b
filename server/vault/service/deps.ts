import type { Clock, Random } from '../../../shared/ports.ts';
import type { VaultStore } from '../store.ts';

/** Ports of the vault's rules. */
export interface VaultDeps {
  readonly store: VaultStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateLimits: boolean;
}
