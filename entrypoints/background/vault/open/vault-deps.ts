import type { Clock, Random } from '../../../../shared/ports.ts';
import type { Aead } from '../../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../../signer/signer.ts';
import type { Homes } from '../home/home.ts';
import type { Ceremonies } from '../passkeys/ceremonies.ts';
import type { VaultRecord } from '../record/vault-record.ts';
import type { AutoLock } from './auto-lock.ts';
import type { ForeignChanges } from './foreign-changes.ts';

/** Everything that the vault's parts are made with. */
export interface VaultDeps {
  readonly homes: Homes;
  readonly ceremonies: Ceremonies;
  readonly signer: Signer;
  readonly autoLock: AutoLock;
  readonly record: VaultRecord;
  readonly foreign: ForeignChanges;
  readonly aead: Aead;
  readonly clock: Clock;
  readonly random: Random;
  readonly deviceName: () => string;
  /** Makes requests to the vault host carry the tenant's origin. */
  readonly setOrigin: (origin: string) => Promise<void>;
  /** The origin of a vault that is on this device was set. */
  readonly onOriginSet: () => void;
  /** Finishes a deletion of the owner's data that was interrupted. */
  readonly finishForgetting: () => Promise<void>;
  /** How long an unlock waits for the server's challenge. */
  readonly challengeWaitMs: number;
  readonly onChange: () => void;
  /** Runs in the turn of a lock, even if the storage fails: the user's consents end. */
  readonly onLock: () => void;
}
