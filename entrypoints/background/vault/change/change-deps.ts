import type { ConfigResponse } from '../../../../shared/wire/vault.ts';
import type { HeldVault } from '../open/held.ts';
import type { Newest } from '../open/newest.ts';
import type { SyncStatus } from '../open/sync-status.ts';
import type { Tokens } from '../open/tokens.ts';
import type { VaultDeps } from '../open/vault-deps.ts';
import type { ChangeStages } from './stages.ts';
import type { UnsavedBackups } from './unsaved-backups.ts';

export interface ChangeDeps extends VaultDeps {
  readonly unsavedBackups: UnsavedBackups;
  readonly held: HeldVault;
  readonly sync: SyncStatus;
  readonly tokens: Tokens;
  readonly newest: Newest;
  readonly stages: ChangeStages;
  readonly fetchTenant: () => Promise<ConfigResponse>;
}
