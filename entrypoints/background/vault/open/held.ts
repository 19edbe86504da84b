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

/** The worker's open vault: its state, and the token of the current session. */
export type HeldVault = ReturnType<typeof createHeldVault>;

export function createHeldVault(
  deps: Pick<VaultDeps, 'signer' | 'autoLock' | 'record' | 'aead' | 'clock' | 'onChange'> & {
    /** A snapshot of the home is about to replace this device's copy. */
    onTaken: (taken: TakenRevision) => Promise<void>;
    /** The newest snapshot of the vault's home was read or written. */
    onSynced: (newest: DeviceVault) => Promise<void>;
    /** Another vault has become the present one. */
    onMoved: () => Promise<void>;
  },
) {
  let state: VaultState = { status: 'starting' };
  let bearer: BearerToken | undefined;
  /** Counts locks: an unlock that a lock interrupted must not finish. */
  let locks = 0;
  /**
   * Snapshots are taken one after another; otherwise an older snapshot could replace a newer one.
   */
  const inLine = createMutex();

  const become = (next: VaultState) => {
    state = next;
    deps.onChange();
  };

  /** The present state: an unlock whose deadline has passed is over, even if a timer was late. */
  const current = (): VaultState => {
    deps.autoLock.enforce();
    return state;
  };

  const unlocked = (): UnlockedState => {
    current();
    if (state.status !== 'unlocked') throw new LockedError('locked', 'The wallet is locked.');
    return state;
  };

  /** Undoes an unlock that a lock fell into. @throws LockedError */
  async function ensureNoLock(since: number): Promise<void> {
    if (locks === since) return;
    deps.signer.lock();
    await deps.autoLock.disarm();
    throw new LockedError('lockedMeanwhile', 'The wallet was locked meanwhile.');
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
      // Stored first, so that the change is announced even if the worker dies in between.
      if (taken !== undefined) await deps.onTaken(taken);
      await (move === undefined
        ? deps.record.write(device)
        : deps.record.moveTo(device, { keeps: move === 'keeps' }));
    } catch (error) {
      // Nothing opens a vault that wasn't stored: its keys don't stay in memory.
      if (state.status !== 'unlocked') deps.signer.lock();
      throw error;
    }
    // Locked during the write: the next unlock must not start from the older copy in memory.
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
    // A snapshot of a vault that was already open doesn't move the deadline.
    const { deadline, unlockedAt } = isArmed && state.status === 'unlocked' ? state : armed;
    become({ status: 'unlocked', device, payload, passkey, deadline, unlockedAt });
  }

  /** Wipes keys and token. */
  async function drop({ passkey, device }: UnlockedState): Promise<void> {
    locks += 1;
    // In the same turn: a caller that runs during the writes below must find the wallet locked.
    state = { status: 'locked', device };
    bearer = undefined;
    wipe(passkey.secretKey);
    deps.signer.lock();
    await deps.autoLock.disarm().finally(deps.onChange);
  }

  return {
    state: current,
    become,
    /** The vault of this device, locked or not. */
    device: (): DeviceVault | undefined => {
      const now = current();
      return 'device' in now ? now.device : undefined;
    },
    /** The unlocked state. Throws `LockedError`. */
    unlocked,

    /** The session's token, if there is one; it never leaves the worker's memory. */
    bearer: () => bearer,
    setBearer(next: BearerToken | undefined): void {
      bearer = next;
    },

    /** Opens a snapshot, keeps it as this device's newest, and unlocks. Throws `LockedError`. */
    async adopt(options: Adoption): Promise<void> {
      const since = locks;
      await inLine(() => adoptNow(options, since));
      if (options.move !== undefined) await deps.onMoved();
    },

    /** The locked vault is removed from this device: an unlock under way has no effect. */
    close(): void {
      locks += 1;
      become({ status: 'empty' });
    },

    /** Begins a new auto-lock window now, up to the absolute maximum. @throws LockedError */
    async extendDeadline(): Promise<void> {
      const since = locks;
      const { passkey, unlockedAt } = unlocked();
      const deadline = deps.autoLock.deadlineFrom(unlockedAt);
      await deps.autoLock.arm(passkey, { deadline, unlockedAt });
      await ensureNoLock(since);
      // Read again, to keep changes that were saved during the write.
      become({ ...unlocked(), deadline });
    },

    drop,

    /** Stored data cannot be read by this version: nothing is started over it. */
    refuse(parts: readonly UnreadablePart[]): void {
      // A storage that fails reports itself when it is next read. The keys are gone already.
      if (state.status === 'unlocked') drop(state).catch(() => undefined);
      become({ status: 'unreadable', parts });
    },
  };
}
