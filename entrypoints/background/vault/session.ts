import { fromBase64url, wipe } from '../../../shared/bytes.ts';
import type { CeremonyOutcome } from '../../../shared/messages/ceremony.ts';
import type { WarningCode } from '../../../shared/messages/snapshot.ts';
import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Tenant } from '../../../shared/wire/vault.ts';
import type { Signer } from '../signer/signer.ts';
import type { Stored } from '../state/stored.ts';
import type { Unlock } from '../state/stored-keys.ts';
import type { UnreadablePart } from '../state/stored-recovery.ts';
import type { VaultRecord } from '../state/vault-record.ts';
import type { DeviceVault } from '../state/vault-schemas.ts';
import { enrol, type VaultContent } from './change/enrol.ts';
import { createJoin } from './change/join.ts';
import { createMerge } from './change/merge.ts';
import { createMoves } from './change/moves.ts';
import type { PendingSaves } from './change/pending-save.ts';
import { createSave } from './change/save.ts';
import { createSaveSettling } from './change/settle-save.ts';
import type { UnsavedBackups } from './change/unsaved-backups.ts';
import { ServiceError } from './home/errors.ts';
import { findTenant } from './home/find-tenant.ts';
import { deviceOf, type Homes, homeOf, isOnDevice } from './home/home.ts';
import type { AutoLock } from './open/auto-lock.ts';
import type { ForeignChanges } from './open/foreign-changes.ts';
import { cachedEnvelope, createHeldVault, type HeldVault } from './open/held.ts';
import { createOtherVaults } from './open/other-vaults.ts';
import { createSyncStatus } from './open/sync-status.ts';
import { createTokens } from './open/tokens.ts';
import { createUnlock } from './open/unlock.ts';
import type { Ceremonies, Ceremony } from './passkeys/ceremonies.ts';
import { type Entered, signIn } from './passkeys/log-in.ts';

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
  pending: PendingSaves;
  foreign: ForeignChanges;
  unsavedBackups: UnsavedBackups;
  /** Finishes a deletion of the owner's data that was interrupted. */
  finishForgetting: () => Promise<void>;
  /** The origin of a vault that is on this device was set. */
  wait: Wait;
  onOriginSet: () => void;
  autoLockMs: () => number;
  maxUnlockedMs: () => number;
  /** How long an unlock waits for the server's challenge. */
  challengeWaitMs: number;
  onChange: () => void;
  onLock: () => void;
}) {
  const sync = createSyncStatus(deps);
  const { record, homes } = deps;
  const { server } = homes;
  const held = createHeldVault({
    ...deps,
    device: record,
    onTaken: deps.foreign.taken,
    onSynced: async (newest) => {
      sync.synced();
      await deps.pending.compare(newest);
      settling.start();
    },
  });
  let isRepaired = false;
  const tokens = createTokens({ ...deps, held });
  const { become } = held;

  const fetchTenant = (): Promise<{ tenant: Tenant; enrollmentEnabled: boolean }> =>
    findTenant({ server, setOrigin: deps.setOrigin });

  /** A vault that enters an empty device skips the rollback checks: there is nothing to compare. */
  async function requireEmptyDevice(): Promise<void> {
    // Its mark would delete a vault that is created now.
    await deps.finishForgetting();
    if ((await record.read()) !== undefined) {
      throw new ServiceError('DEVICE_HAS_VAULT', 'This device holds a vault.');
    }
  }

  async function enter(
    tenant: Tenant,
    steps: (ceremony: Ceremony) => Promise<Entered>,
    outcome: CeremonyOutcome,
    onNotStored: (ceremony: Ceremony) => void = () => undefined,
  ): Promise<void> {
    await deps.ceremonies.run(async (ceremony) => {
      // Again: another window's ceremony may have filled the device since the first check.
      await requireEmptyDevice();
      const entry = await steps(ceremony);
      try {
        await held.adopt({ tenant, entry, known: undefined, synced: true });
      } catch (error) {
        wipe(entry.passkey.secretKey);
        // A lock in between may have left the vault on the device.
        const isStored = await record.read().then(
          (device) => device !== undefined,
          () => true,
        );
        if (!isStored) onNotStored(ceremony);
        throw error;
      }
      held.setBearer(entry.bearer);
    }, outcome);
  }

  async function lock(): Promise<void> {
    const state = held.state();
    if (state.status !== 'unlocked') return;
    const home = homeOf(homes, state.device.tenant);
    join.drop();
    isRepaired = false;
    const dropped = held.drop(state);
    sync.reset();
    // The keys are gone: a storage that fails reports itself when it is next read.
    deps.foreign.lock().catch(() => undefined);
    // The user's consents end in the same turn, even if the storage fails.
    deps.onLock();
    const token = await dropped;
    // The token dies within ten minutes anyway: a server that is away need not hear of it.
    if (token !== undefined) home.revoke(token).catch(() => undefined);
  }

  async function readNewest(token: string): Promise<void> {
    const { device, passkey } = held.unlocked();
    const { envelope } = await homeOf(homes, device.tenant).vault(token);
    const entry = { accountId: device.accountId, passkey, envelope };
    await held.adopt({ tenant: device.tenant, entry, known: device, synced: true });
  }

  const settling = createSaveSettling({
    ...deps,
    tokens,
    home: () => homeOf(homes, held.unlocked().device.tenant),
    readNewest: async (token) => {
      try {
        await readNewest(token);
      } catch (error) {
        sync.failed(error);
        throw error;
      }
    },
  });

  const others = createOtherVaults({ ...deps, held, readRecord });
  const movable: HeldVault = {
    ...held,
    async adopt(options) {
      await held.adopt(options);
      await others.refresh();
    },
  };
  const changes = { ...deps, held: movable, sync, tokens, fetchTenant, readNewest };
  const moves = createMoves(changes);
  const join = createJoin(changes);

  /** Deletes what a former worker stored of an unlock, also the times that it has seen. */
  async function forgetUnlock(): Promise<void> {
    await Promise.all([deps.unlock.clear(), deps.autoLock.disarm(), deps.foreign.lock()]);
  }

  /** Shows what is stored, locked: the present vault has become another one. */
  async function readRecord(): Promise<void> {
    const device = await record.read();
    await others.refresh();
    if (device === undefined) return;
    if (!isOnDevice(device.tenant)) await deps.setOrigin(device.tenant.origin);
    become({ status: 'locked', device });
  }

  /** After a change of the vault, looks for its outcome if that is unknown. */
  const settled =
    <Args extends readonly unknown[]>(change: (...args: Args) => Promise<void>) =>
    (...args: Args): Promise<void> =>
      change(...args).finally(settling.start);

  async function readNewestWithSession(): Promise<void> {
    const token = tokens.current();
    if (token !== undefined) {
      try {
        await readNewest(token);
        return;
      } catch (error) {
        if (!tokens.isOver(error)) throw error;
      }
    }
    await deps.ceremonies.run(async (ceremony) => {
      await readNewest(await tokens.fresh(ceremony));
    }, 'synced');
  }

  return {
    state: held.state,

    /** The vault of this device, locked or not. */
    device: (): DeviceVault | undefined => {
      const state = held.state();
      return 'device' in state ? state.device : undefined;
    },

    /** Stored data cannot be read by this version: nothing is started over it. */
    refuse(parts: readonly UnreadablePart[]): void {
      const state = held.state();
      // A storage that fails reports itself when it is next read. The keys are gone already.
      if (state.status === 'unlocked') held.drop(state).catch(() => undefined);
      become({ status: 'unreadable', parts });
    },

    /**
     * Worker start: reads what is stored, and unlocks again within the auto-lock window. Throws
     * `UnreadableError`, and then nothing has begun.
     */
    async resume(): Promise<void> {
      // Leftovers of an interrupted write are harmless: the next start tries again.
      await record.clean().catch(() => undefined);
      const device = await record.read();
      await others.refresh();
      await deps.pending.restore();
      await deps.foreign.restore();
      await deps.unsavedBackups.restore();
      if (device === undefined) {
        become({ status: 'empty' });
        return;
      }
      if (!isOnDevice(device.tenant)) {
        // A refusal of the browser shows in the probe that follows, which says it.
        await deps.setOrigin(device.tenant.origin).catch(() => undefined);
        deps.onOriginSet();
      }
      const unlock = await deps.unlock.read().catch(() => undefined);
      const secretKey = unlock === undefined ? undefined : fromBase64url(unlock.unlockKey);
      const isOver = unlock === undefined || (await deps.autoLock.isOver(unlock));
      if (unlock === undefined || secretKey === undefined || isOver) {
        wipe(secretKey);
        await forgetUnlock();
        become({ status: 'locked', device });
        return;
      }
      const passkey = { credentialId: unlock.credentialId, secretKey };
      const { tenant, accountId } = device;
      const { deadline, unlockedAt } = unlock;
      try {
        const entry = { accountId, passkey, envelope: cachedEnvelope(device) };
        await held.adopt({ tenant, entry, known: device, deadline, unlockedAt, synced: false });
      } catch {
        // A key that no longer opens the cached vault locks the wallet. Nothing is lost.
        wipe(secretKey);
        await forgetUnlock();
        become({ status: 'locked', device });
      }
    },

    /** Throws DEVICE_HAS_VAULT unless the device is empty. */
    requireEmptyDevice,

    /** Whether a vault can live on this device without a server. */
    canKeepHere: homes.device !== undefined,

    /** Asks the server who it is; nothing is stored. */
    checkServer: fetchTenant,

    /** Creates an account and its first vault. Throws DEVICE_HAS_VAULT unless the device is empty. */
    async createAccount(): Promise<void> {
      await requireEmptyDevice();
      const { tenant, enrollmentEnabled } = await fetchTenant();
      if (!enrollmentEnabled) {
        throw new ServiceError('ENROLLMENT_DISABLED', 'The server takes no new accounts.');
      }
      const steps = (ceremony: Ceremony) =>
        enrol({ ...deps, client: server, tenant, ceremony, device: deps.deviceName() });
      await enter(tenant, steps, 'vault-ready');
    },

    /**
     * Creates a vault that lives on this device, with its first content. Needs no server. Throws
     * DEVICE_HAS_VAULT like above, and NO_DEVICE_VAULT where the browser can't have one.
     * @param content read once per sealing, because it holds secrets.
     */
    async createHere(content: () => VaultContent): Promise<void> {
      await requireEmptyDevice();
      const client = deviceOf(homes);
      const { tenant } = await client.config();
      let created: string | undefined;
      const onCreated = (credentialId: string) => {
        created = credentialId;
      };
      // The passkey would be offered at every unlock and open nothing.
      const forgetCreated = (ceremony: Ceremony) => {
        if (created !== undefined) ceremony.forget({ rpId: tenant.rpId, credentialId: created });
      };
      const steps = async (ceremony: Ceremony) => {
        const device = deps.deviceName();
        try {
          return await enrol({ ...deps, client, tenant, ceremony, content, device, onCreated });
        } catch (error) {
          forgetCreated(ceremony);
          throw error;
        }
      };
      await enter(tenant, steps, 'vault-ready', forgetCreated);
    },

    /** Opens an account that this device doesn't hold yet. Throws DEVICE_HAS_VAULT like above. */
    async signIn(): Promise<void> {
      await requireEmptyDevice();
      const { tenant } = await fetchTenant();
      const steps = (ceremony: Ceremony) => signIn({ ...deps, client: server, tenant, ceremony });
      await enter(tenant, steps, 'signed-in');
    },

    unlock: createUnlock({
      ...deps,
      dropRetired: others.dropRetired,
      onRepaired: () => {
        isRepaired = true;
      },
      server,
      held,
      sync,
    }),

    /** A problem of the stored vault that the last unlock repaired, until the lock. */
    problem: (): WarningCode | undefined => (isRepaired ? 'vault-record-repaired' : undefined),

    /** How the open vault relates to the server's. */
    syncState: sync.state,

    /** Resolves when no comparison with the server's vault is running. */
    syncEnded: sync.ended,

    lock,

    /** Saves a change with one passkey prompt; reads and applies again when another device was first. */
    save: settled(createSave({ ...deps, held, tokens, sync })),

    /** Merges this device's vault into the offered one that the user was shown. */
    merge: settled(createMerge({ ...deps, held, tokens, sync })),

    /** Creates a new account with the content of the open vault on the same server. */
    registerAgain: settled(moves.registerAgain),

    /** Moves the vault of this device to the server of the settings. */
    connect: settled(moves.connect),

    /** Moves the vault of a server to this device. */
    leave: moves.leave,

    /** Merging this device's vault into one that is on a server already. */
    join,

    /** The vaults that are stored beside the present one. */
    others,

    /** Reads the newest snapshot. Asks for a passkey only when the session is over. */
    async sync(): Promise<void> {
      if (isOnDevice(held.unlocked().device.tenant)) return;
      await sync.ended();
      try {
        await readNewestWithSession();
        await settling.look();
      } catch (error) {
        sync.failed(error);
        throw error;
      }
    },

    /** The vault host's address changed: its requests must carry the tenant's origin there too. */
    async renewOrigin(): Promise<void> {
      const state = held.state();
      if (!('device' in state) || isOnDevice(state.device.tenant)) return;
      await deps.setOrigin(state.device.tenant.origin);
      deps.onOriginSet();
    },

    extendDeadline: held.extendDeadline,

    /** Throws `LockedError`. */
    requireUnlocked(): void {
      held.unlocked();
    },

    /** Closes the vault, so that what this device stores of it can be deleted. */
    async close(): Promise<void> {
      await lock();
      held.close();
    },
  };
}
