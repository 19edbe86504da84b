import type { Wait } from '../../../shared/ports.ts';
import { createFirstVault } from './change/first-vault.ts';
import { createJoin } from './change/join.ts';
import { createMerge } from './change/merge.ts';
import { createMoves } from './change/moves.ts';
import { createSave } from './change/save.ts';
import { createSaveSettling } from './change/settle.ts';
import type { ChangeStages } from './change/stages.ts';
import type { UnsavedBackups } from './change/unsaved-backups.ts';
import { findTenant } from './home/find-tenant.ts';
import { homeOf } from './home/home.ts';
import { createHeldVault } from './open/held.ts';
import { createLock } from './open/lock.ts';
import { createNewest } from './open/newest.ts';
import { createOtherVaults } from './open/other-vaults.ts';
import { createResume } from './open/resume.ts';
import { createSyncStatus } from './open/sync-status.ts';
import { createTokens } from './open/tokens.ts';
import { createUnlock } from './open/unlock.ts';
import type { VaultDeps } from './open/vault-deps.ts';

export type VaultSession = ReturnType<typeof createVaultSession>;

/** The vault on this device: empty, locked or unlocked, and the steps between these states. */
export function createVaultSession(
  deps: VaultDeps & { stages: ChangeStages; unsavedBackups: UnsavedBackups; wait: Wait },
) {
  const { homes, stages, unsavedBackups } = deps;
  const sync = createSyncStatus(deps);
  const held = createHeldVault({
    ...deps,
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
    unlocked: held.unlocked,
    resume,
    renewOrigin,

    /** True if a vault can be on this device without a server. */
    canKeepHere: homes.device !== undefined,
    /** Returns the server's tenant without storing it. */
    checkServer: fetchTenant,
    ...firstVault,

    unlock,
    problem,
    lock,
    /** Closes the vault, so that its stored data can be deleted. */
    close: () => lock().then(held.close),

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
