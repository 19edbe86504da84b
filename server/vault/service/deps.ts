import type { Clock, Random } from '../../../shared/ports.ts';
import type { VaultStore } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';

export interface VaultDeps {
  readonly store: VaultStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly rateLimits: boolean;
  /** All tenants, to recognize challenges of another tenant. */
  readonly tenants: readonly Pick<VaultTenant, 'id'>[];
}
