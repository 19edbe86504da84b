import type { Clock, Random } from '../../../../shared/ports.ts';
import type { Aead } from '../../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../../signer/signer.ts';
import type { Homes } from '../home/home.ts';
import type { HeldVault } from '../open/held.ts';
import type { Newest } from '../open/newest.ts';
import type { SyncStatus } from '../open/sync-status.ts';
import type { Tokens } from '../open/tokens.ts';
import type { Ceremonies } from '../passkeys/ceremonies.ts';
import type { ChangeStages } from './stages.ts';
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
  readonly tokens: Tokens;
  readonly newest: Newest;
  readonly stages: ChangeStages;
}
