import type { Failure } from '../../../shared/messages/failures.ts';
import type { Wait } from '../../../shared/ports.ts';
import type { Settings } from '../kernel/settings.ts';
import { type Areas, stored } from '../kernel/stored.ts';
import type { StoredKey } from '../kernel/stored-key.ts';
import { createStoredRecovery } from '../kernel/stored-recovery.ts';
import { systemWait } from '../platform/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { createSigner } from '../signer/signer.ts';
import { createBackup } from './backup.ts';
import { createChangeStages } from './change/stages.ts';
import { createUnsavedBackups } from './change/unsaved-backups.ts';
import { createFirstRun } from './first-run.ts';
import { createForgetOwner } from './forget-owner.ts';
import { createVaultClient } from './home/client.ts';
import { createDeviceHome } from './home/device-home.ts';
import { createOriginProbe } from './home/origin-probe.ts';
import { createNewWallets } from './new-wallets.ts';
import { createAutoLock } from './open/auto-lock.ts';
import { createForeignChanges } from './open/foreign-changes.ts';
import { CHALLENGE_WAIT_MS } from './open/unlock.ts';
import { type Ceremonies, createCeremonies } from './passkeys/ceremonies.ts';
import { createPasskeys } from './passkeys.ts';
import { vaultKeys } from './record/keys.ts';
import { createVaultRecord } from './record/vault-record.ts';
import { createVaultSession } from './session.ts';
import { createWallets } from './wallets.ts';

export type VaultParts = ReturnType<typeof createVaultParts>;

/** Creates and connects the parts of the vault. */
export function createVaultParts(deps: {
  platform: Omit<Platform, 'areas'>;
  areas: Areas;
  keys: readonly StoredKey[];
  settings: Settings;
  failureOf: (error: unknown) => Failure;
  onChange: () => void;
  onVaultChange: () => void;
  onLock: () => void;
  onForget: () => void;
  /** Parts and times for tests, instead of the worker's own. */
  instead?: {
    ceremonies?: Ceremonies;
    wait?: Wait;
    challengeWaitMs?: number | undefined;
    onOriginSet?: () => void;
  };
}) {
  const { platform, areas, settings, instead = {} } = deps;
  const { fetch, clock, random } = platform;
  const signer = createSigner({
    random,
    loadWords: platform.loadWords,
    enforceLock: () => autoLock.enforce(),
  });
  const storedRecovery = createStoredRecovery(areas, deps.keys);
  const forgetOwner = createForgetOwner({
    mark: stored(areas, vaultKeys.forgetting),
    onForget: deps.onForget,
    storedRecovery,
    settings,
  });
  const ceremonies =
    instead.ceremonies ??
    createCeremonies({
      windows: platform.windows,
      random,
      failureOf: deps.failureOf,
      language: () => settings.get().language ?? 'browser',
      keepAlive: platform.keepAlive,
      onChange: deps.onChange,
    });
  const autoLock = createAutoLock({
    alarms: platform.alarms,
    clock,
    elapsed: platform.elapsed,
    unlock: stored(areas, vaultKeys.unlock),
    seen: stored(areas, vaultKeys.seenUnlockedAt),
    autoLockMs: () => settings.get().autoLockMinutes * 60_000,
    keepAlive: platform.keepAlive,
    // The keys are wiped before the first write. The next write reports a failing storage.
    onDeadline: () => void session.lock().catch(() => undefined),
  });
  const vaultClient = createVaultClient({ fetch, baseUrl: () => settings.services().vaultUrl });
  const originProbe = createOriginProbe({
    client: vaultClient,
    seen: stored(areas, vaultKeys.originProbe),
    onChange: deps.onChange,
  });
  const stages = createChangeStages({
    stored: stored(areas, vaultKeys.change),
    onChange: deps.onChange,
  });
  const foreign = createForeignChanges({
    unseen: stored(areas, vaultKeys.unseenPasskeys),
    unseenDeletions: stored(areas, vaultKeys.unseenDeletions),
    isOwn: stages.isSent,
    onChange: deps.onChange,
  });
  const unsavedBackups = createUnsavedBackups({
    stored: stored(areas, vaultKeys.unsavedBackups),
    onChange: deps.onChange,
  });
  const record = createVaultRecord(areas);
  const { ownRpId } = platform;
  const homes = {
    server: vaultClient,
    device:
      ownRpId === undefined
        ? undefined
        : createDeviceHome({ record, rpId: ownRpId, clock, random }),
  };
  const session = createVaultSession({
    homes,
    record,
    ceremonies,
    signer,
    autoLock,
    aead: platform.aead,
    clock,
    random,
    deviceName: platform.deviceName,
    setOrigin: (origin) =>
      platform.setVaultOrigin({ vaultUrl: settings.services().vaultUrl, origin }),
    onOriginSet: instead.onOriginSet ?? (() => void originProbe.run()),
    stages,
    foreign,
    unsavedBackups,
    finishForgetting: forgetOwner.finish,
    wait: instead.wait ?? systemWait,
    challengeWaitMs: instead.challengeWaitMs ?? CHALLENGE_WAIT_MS,
    onChange: deps.onVaultChange,
    onLock: deps.onLock,
  });
  const passkeys = createPasskeys({
    session,
    homes,
    ceremonies,
    provisional: stored(areas, vaultKeys.provisional),
    clock,
    random,
  });
  const backup = createBackup({
    session,
    passkeys,
    unsavedBackups,
    signer,
    aead: platform.aead,
    clock,
    random,
  });
  const newWallets = createNewWallets({ signer, clock });
  const wallets = createWallets({ session, signer, newWallets, clock });
  const firstRun = createFirstRun({ session, signer, newWallets, aead: platform.aead, clock });
  return {
    signer,
    storedRecovery,
    forgetOwner,
    ceremonies,
    originProbe,
    stages,
    foreign,
    unsavedBackups,
    record,
    homes,
    session,
    passkeys,
    backup,
    wallets,
    firstRun,
  };
}
