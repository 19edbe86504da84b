import { wipe } from '../../../../shared/bytes.ts';
import { createMutex } from '../../kernel/mutex.ts';
import type { UnreadablePart } from '../../kernel/stored-recovery.ts';
import { LockedError } from '../home/errors.ts';
import { isOnDevice } from '../home/home.ts';
import type { BearerToken } from '../passkeys/log-in.ts';
import type { DeviceVault } from '../record/keys.ts';
import { type Adoption, accept, ensureSameVault, isOvertaken } from './adoption.ts';
import type { TakenRevision } from './foreign-changes.ts';
import { openVault } from './open.ts';
import type { VaultDeps } from './vault-deps.ts';
import type { UnlockedState, VaultState } from './vault-state.ts';

/** The open vault: its state, and the token of the current session. */
export type HeldVault = ReturnType<typeof createHeldVault>;

export function createHeldVault(
  deps: Pick<VaultDeps, 'signer' | 'autoLock' | 'record' | 'aead' | 'clock' | 'onChange'> & {
    /** Called when a snapshot of the home is about to replace this device's copy. */
    onTaken: (taken: TakenRevision) => Promise<void>;
    /** Called when the newest snapshot of the vault's home was read or written. */
    onSynced: (newest: DeviceVault) => Promise<void>;
    onMoved: () => Promise<void>;
  },
) {
  let state: VaultState = { status: 'starting' };
  let bearer: BearerToken | undefined;
  /** Number of locks so far. An unlock that a lock interrupted must not finish. */
  let locks = 0;
  /** Adopts snapshots in order. Otherwise an older snapshot could replace a newer one. */
  const inLine = createMutex();

  const become = (next: VaultState) => {
    state = next;
    deps.onChange();
  };

  /** Returns the present state. An unlock ends at its deadline even if a timer is late. */
  const current = (): VaultState => {
    deps.autoLock.enforce();
    return state;
  };

  const unlocked = (): UnlockedState => {
    current();
    if (state.status !== 'unlocked') throw new LockedError('locked');
    return state;
  };

  /** Undoes an unlock during which a lock happened. @throws LockedError */
  async function ensureNoLock(since: number): Promise<void> {
    if (locks === since) return;
    deps.signer.lock();
    await deps.autoLock.disarm();
    throw new LockedError('lockedMeanwhile');
  }

  async function adoptNow(options: Adoption, since: number): Promise<void> {
    await ensureNoLock(since);
    ensureSameVault(state, options);
    if (isOvertaken(state, options)) return;
    const { tenant, move } = options;
    const { passkey } = options.entry;
    await deps.signer.prepare();
    const opened = await openVault({ ...options.entry, rpId: tenant.rpId, aead: deps.aead });
    await ensureNoLock(since);
    const now = deps.clock.now();
    const { device, payload, taken } = accept(state, options, { opened, signer: deps.signer, now });
    try {
      // Recorded first, so that the changes are announced even if the worker dies now.
      if (taken !== undefined) await deps.onTaken(taken);
      await (move === undefined
        ? deps.record.write(device)
        : deps.record.moveTo(device, { keeps: move === 'keeps' }));
    } catch (error) {
      // The vault wasn't stored, so its keys must not stay in memory.
      if (state.status !== 'unlocked') deps.signer.lock();
      throw error;
    }
    // After a lock during the write, the next unlock must not start from the older copy.
    if (
      state.status === 'locked' &&
      (move !== undefined || state.device.accountId === device.accountId)
    ) {
      state = { status: 'locked', device };
    }
    if (options.synced || isOnDevice(tenant)) await deps.onSynced(device);
    const isArmed = state.status === 'unlocked' && state.passkey === passkey;
    const openedAt = options.unlockedAt ?? deps.clock.now();
    const armed = {
      deadline: options.deadline ?? deps.autoLock.deadlineFrom(openedAt),
      unlockedAt: openedAt,
    };
    if (!isArmed) await deps.autoLock.arm(passkey, armed);
    await ensureNoLock(since);
    if (!isArmed && state.status === 'unlocked') wipe(state.passkey.secretKey);
    // A new snapshot of an open vault doesn't move the deadline.
    const { deadline, unlockedAt } = isArmed && state.status === 'unlocked' ? state : armed;
    become({ status: 'unlocked', device, payload, passkey, deadline, unlockedAt });
  }

  async function drop({ passkey, device }: UnlockedState): Promise<void> {
    locks += 1;
    // Set before the first `await`, so that every caller finds the wallet locked from now on.
    state = { status: 'locked', device };
    bearer = undefined;
    wipe(passkey.secretKey);
    deps.signer.lock();
    await deps.autoLock.disarm().finally(deps.onChange);
  }

  return {
    state: current,
    become,
    device: (): DeviceVault | undefined => {
      const now = current();
      return 'device' in now ? now.device : undefined;
    },
    /** Returns the unlocked state. Throws `LockedError`. */
    unlocked,

    /** Returns the session's token, if any. It never leaves the worker's memory. */
    bearer: () => bearer,
    setBearer(next: BearerToken | undefined): void {
      bearer = next;
    },

    /** Opens a snapshot, stores it as this device's newest, and unlocks. Throws `LockedError`. */
    async adopt(options: Adoption): Promise<void> {
      const since = locks;
      await inLine(() => adoptNow(options, since));
      if (options.move !== undefined) await deps.onMoved();
    },

    /** Removes the locked vault from memory. An unlock in progress has no effect. */
    close(): void {
      locks += 1;
      become({ status: 'empty' });
    },

    /**
     * Begins a new auto-lock window now. The window ends at the absolute maximum at the latest.
     * @throws LockedError
     */
    async extendDeadline(): Promise<void> {
      const since = locks;
      const { passkey, unlockedAt } = unlocked();
      const deadline = deps.autoLock.deadlineFrom(unlockedAt);
      await deps.autoLock.arm(passkey, { deadline, unlockedAt });
      await ensureNoLock(since);
      // The state is read again, to keep changes that were saved during the write.
      become({ ...unlocked(), deadline });
    },

    drop,

    /** Enters the state for unreadable stored data, in which nothing overwrites the data. */
    refuse(parts: readonly UnreadablePart[]): void {
      // The keys are already wiped. The next read reports a failing storage.
      if (state.status === 'unlocked') drop(state).catch(() => undefined);
      become({ status: 'unreadable', parts });
    },
  };
}
