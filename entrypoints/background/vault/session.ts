import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../signer/signer.ts';
import type { Stored } from '../state/stored.ts';
import type { Unlock } from '../state/stored-keys.ts';
import type { VaultRecord } from '../state/vault-record.ts';
import { createFirstVault } from './change/first-vault.ts';
import { createJoin } from './change/join.ts';
import { createMerge } from './change/merge.ts';
import { createMoves } from './change/moves.ts';
import { createSave } from './change/save.ts';
import { createSaveSettling } from './change/settle.ts';
import type { ChangeStages } from './change/stages.ts';
import type { UnsavedBackups } from './change/unsaved-backups.ts';
import { findTenant } from './home/find-tenant.ts';
import { type Homes, homeOf } from './home/home.ts';
import type { AutoLock } from './open/auto-lock.ts';
import type { ForeignChanges } from './open/foreign-changes.ts';
import { createHeldVault } from './open/held.ts';
import { createLock } from './open/lock.ts';
import { createNewest } from './open/newest.ts';
import { createOtherVaults } from './open/other-vaults.ts';
import { createResume } from './open/resume.ts';
import { createSyncStatus } from './open/sync-status.ts';
import { createTokens } from './open/tokens.ts';
import { createUnlock } from './open/unlock.ts';
import type { Ceremonies } from './passkeys/ceremonies.ts';

export type VaultSession = ReturnType<typeof createVaultSession>;

/** The vault's life on this device: empty, locked or unlocked, and every way between them. */
export function createVaultSession(deps: {
  homes: Homes;
  ceremonies: Ceremonies;
  signer: Signer;
  autoLock: AutoLock;
  record: VaultRecord;
  unlock: Stored<Unlock>;
  aead: Aead;
  clock: Clock;
  random: Random;
  deviceName: () => string;
  /** Makes requests to the vault host carry the tenant's origin. */
  setOrigin: (origin: string) => Promise<void>;
  /** The origin of a vault that is on this device was set. */
  onOriginSet: () => void;
  stages: ChangeStages;
  foreign: ForeignChanges;
  unsavedBackups: UnsavedBackups;
  /** Finishes a deletion of the owner's data that was interrupted. */
  finishForgetting: () => Promise<void>;
  wait: Wait;
  autoLockMs: () => number;
  maxUnlockedMs: () => number;
  /** How long an unlock waits for the server's challenge. */
  challengeWaitMs: number;
  onChange: () => void;
  onLock: () => void;
}) {
  const { homes, record, stages, unsavedBackups } = deps;
  const sync = createSyncStatus(deps);
  const held = createHeldVault({
    ...deps,
    device: record,
    onTaken: deps.foreign.taken,
    onSynced: async (newest) => {
      sync.synced();
      await stages.compare(newest);
      settling.start();
    },
    onMoved: () => others.refresh(),
  });
  const tokens = createTokens({ ...deps, held });
  const newest = createNewest({ ...deps, held, sync, tokens });
  const settling = createSaveSettling({
    ...deps,
    tokens,
    home: () => homeOf(homes, held.unlocked().device.tenant),
    takeNewest: newest.take,
  });
  const others = createOtherVaults({ ...deps, held });
  const restoreChanges = async () => {
    await stages.restore();
    await unsavedBackups.restore();
  };
  const { resume, renewOrigin } = createResume({ ...deps, held, others, restoreChanges });

  const fetchTenant = () => findTenant({ server: homes.server, setOrigin: deps.setOrigin });
  const firstVault = createFirstVault({ ...deps, held, fetchTenant });
  const changes = { ...deps, held, sync, tokens, newest, fetchTenant };
  const moves = createMoves(changes);
  const join = createJoin(changes);
  const { unlock, problem } = createUnlock({ ...deps, others, held, sync });
  const onLock = () => {
    join.drop();
    deps.onLock();
  };
  const lock = createLock({ ...deps, held, sync, onLock });

  return {
    state: held.state,
    device: held.device,
    refuse: held.refuse,
    extendDeadline: held.extendDeadline,
    /** Throws `LockedError`. */
    requireUnlocked: (): void => void held.unlocked(),
    resume,
    renewOrigin,

    /** Whether a vault can live on this device without a server. */
    canKeepHere: homes.device !== undefined,
    /** Asks the server who it is; nothing is stored. */
    checkServer: fetchTenant,
    ...firstVault,

    unlock,
    problem,
    lock,
    /** Closes the vault, so that what this device stores of it can be deleted. */
    close: () => lock().then(held.close),

    /** How the open vault relates to the server's. */
    syncState: sync.state,
    /** Resolves when no comparison with the server's vault is running. */
    syncEnded: sync.ended,
    sync: () => newest.sync().then(settling.look),

    save: settling.after(createSave(changes)),
    merge: settling.after(createMerge(changes)),
    registerAgain: settling.after(moves.registerAgain),
    connect: settling.after(moves.connect),
    leave: moves.leave,
    join,
    others,
  };
}
