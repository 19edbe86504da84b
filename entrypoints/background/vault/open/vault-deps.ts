import type { Clock, Random } from '../../../../shared/ports.ts';
import type { Aead } from '../../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../../signer/signer.ts';
import type { Homes } from '../home/home.ts';
import type { Ceremonies } from '../passkeys/ceremonies.ts';
import type { VaultRecord } from '../record/vault-record.ts';
import type { AutoLock } from './auto-lock.ts';
import type { ForeignChanges } from './foreign-changes.ts';

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
  readonly setOrigin: (origin: string) => Promise<void>;
  /** Called after the origin for a vault on this device has been set. */
  readonly onOriginSet: () => void;
  readonly finishForgetting: () => Promise<void>;
  /** Milliseconds that an unlock waits for the server's challenge. */
  readonly challengeWaitMs: number;
  readonly onChange: () => void;
  /** Called at the start of a lock, so that consents end even if the storage fails. */
  readonly onLock: () => void;
}
