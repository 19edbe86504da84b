import type { Clock, Random } from '../../../shared/ports.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../signer/signer.ts';
import type { Ceremonies } from './ceremonies.ts';
import type { HeldVault } from './held.ts';
import type { Homes } from './home.ts';
import type { PendingSaves } from './pending-save.ts';
import type { SyncStatus } from './sync-status.ts';
import type { Tokens } from './tokens.ts';
import type { UnsavedBackups } from './unsaved-backups.ts';

/** Parts that every change of the open vault uses. */
export interface ChangeDeps {
  readonly homes: Homes;
  readonly ceremonies: Ceremonies;
  readonly signer: Signer;
  readonly aead: Aead;
  readonly clock: Clock;
  readonly random: Random;
  readonly deviceName: () => string;
  readonly unsavedBackups: UnsavedBackups;
  readonly held: HeldVault;
  readonly sync: SyncStatus;
}

/** Parts of a change that commits to the account of the open vault. */
export interface CommitDeps extends ChangeDeps {
  readonly tokens: Tokens;
  readonly pending: PendingSaves;
}
