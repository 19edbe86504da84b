import { wipe } from '../../../../shared/bytes.ts';
import { isOnDevice } from '../home/home.ts';
import type { DeviceVault } from '../record/keys.ts';
import type { HeldVault } from './held.ts';
import { cachedEnvelope } from './open.ts';
import type { OtherVaults } from './other-vaults.ts';
import type { VaultDeps } from './vault-deps.ts';

/** Restores the vault's state at the worker's start. */
export function createResume(
  deps: Pick<VaultDeps, 'record' | 'autoLock' | 'foreign' | 'setOrigin' | 'onOriginSet'> & {
    held: HeldVault;
    others: OtherVaults;
    restoreChanges: () => Promise<void>;
  },
) {
  const { record, held } = deps;

  /** Unlocks again within the auto-lock window. Returns false after this window. */
  async function unlockAgain(device: DeviceVault): Promise<boolean> {
    const unlock = await deps.autoLock.restore();
    if (unlock === undefined) return false;
    const { passkey, ...times } = unlock;
    const { tenant, accountId } = device;
    try {
      const entry = { accountId, passkey, envelope: cachedEnvelope(device) };
      await held.adopt({ tenant, entry, known: device, ...times, synced: false });
      return true;
    } catch {
      // A key that doesn't open the stored vault any more locks the wallet. Nothing is lost.
      wipe(passkey.secretKey);
      return false;
    }
  }

  return {
    /**
     * Reads the stored data, and unlocks again within the auto-lock window. Throws
     * `UnreadableError` before it changes anything.
     */
    async resume(): Promise<void> {
      // Remains of an interrupted write are harmless. The next start tries again.
      await record.clean().catch(() => undefined);
      const device = await record.read();
      await deps.others.refresh();
      await deps.foreign.restore();
      await deps.restoreChanges();
      if (device === undefined) {
        held.become({ status: 'empty' });
        return;
      }
      if (!isOnDevice(device.tenant)) {
        // If the browser refuses the rule, the following probe reports that.
        await deps.setOrigin(device.tenant.origin).catch(() => undefined);
        deps.onOriginSet();
      }
      if (await unlockAgain(device)) return;
      await Promise.all([deps.autoLock.disarm(), deps.foreign.lock()]);
      held.become({ status: 'locked', device });
    },

    /**
     * Called when the vault server's address changed. Requests to the new address also need the
     * tenant's origin.
     */
    async renewOrigin(): Promise<void> {
      const device = held.device();
      if (device === undefined || isOnDevice(device.tenant)) return;
      await deps.setOrigin(device.tenant.origin);
      deps.onOriginSet();
    },
  };
}
