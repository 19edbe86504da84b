import { toBase64url, wipe } from '../../../../shared/bytes.ts';
import type { VaultMemory } from '../../../../shared/vault/anti-rollback.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import { type PublicPayload, tombstoneKey } from '../../../../shared/vault/payload.ts';
import { removalsAfter, withoutRemoved } from '../../../../shared/vault/removals.ts';
import type { Envelope, Tenant } from '../../../../shared/wire/vault.ts';
import { createMutex } from '../../state/mutex.ts';
import type { UnreadablePart } from '../../state/stored-recovery.ts';
import type { DeviceVault } from '../../state/vault-schemas.ts';
import { LockedError } from '../home/errors.ts';
import { isOnDevice } from '../home/home.ts';
import type { UnlockedPasskey } from '../passkeys/local-key.ts';
import type { BearerToken, Entered } from '../passkeys/log-in.ts';
import type { TakenRevision } from './foreign-changes.ts';
import { isVerified, newestMark } from './offered.ts';
import { type OpenedVault, openVault } from './open.ts';
import { type KnownVault, requireSuccessor } from './successor.ts';
import type { VaultDeps } from './vault-deps.ts';

export type VaultState =
  | { readonly status: 'starting' }
  | { readonly status: 'empty' }
  | { readonly status: 'unreadable'; readonly parts: readonly UnreadablePart[] }
  | { readonly status: 'locked'; readonly device: DeviceVault }
  | UnlockedState;

export interface UnlockedState {
  readonly status: 'unlocked';
  readonly device: DeviceVault;
  readonly payload: PublicPayload;
  readonly passkey: UnlockedPasskey;
  /** Locks then. Epoch milliseconds; moves with the use of the wallet's own pages. */
  readonly deadline: number;
  /** When a passkey last opened the vault: the absolute maximum counts from here. Epoch milliseconds. */
  readonly unlockedAt: number;
}

/** A snapshot on its way into the worker. */
interface Adoption {
  readonly tenant: Tenant;
  readonly entry: Omit<Entered, 'bearer'>;
  /** This device's vault before; `undefined` for an account that is new here. */
  readonly known: DeviceVault | undefined;
  /** The server's snapshot that this one continues with the user's consent, instead of `known`. */
  readonly merged?: VaultMemory;
  /** The cached snapshot can't be read by any passkey. */
  readonly isCopyDamaged?: boolean;
  /** Epoch milliseconds; ignored when this passkey has the vault open already. */
  readonly deadline?: number;
  /** Epoch milliseconds; now, when it is a new unlock. */
  readonly unlockedAt?: number;
  /** False for the cached snapshot: the time of the last sync stays. */
  readonly synced: boolean;
  /**
   * Another vault becomes the present one, which stays beside it: until the new one has opened
   * (`retires`), or until the user deletes it (`keeps`).
   */
  readonly move?: 'retires' | 'keeps';
}

/** The worker's open vault: its state, and the token of the current session. */
export type HeldVault = ReturnType<typeof createHeldVault>;

export function createHeldVault(
  deps: Pick<
    VaultDeps,
    | 'signer'
    | 'autoLock'
    | 'record'
    | 'unlock'
    | 'aead'
    | 'clock'
    | 'autoLockMs'
    | 'maxUnlockedMs'
    | 'onChange'
  > & {
    /** A snapshot of the home is about to take the place of this device's copy. */
    onTaken: (taken: TakenRevision) => Promise<void>;
    /** The newest snapshot of the vault's home was read or written. */
    onSynced: (newest: DeviceVault) => Promise<void>;
    /** Another vault has become the present one. */
    onMoved: () => Promise<void>;
  },
) {
  let state: VaultState = { status: 'starting' };
  let bearer: BearerToken | undefined;
  /** Counts locks: what was under way when one came must not unlock again. */
  let locks = 0;
  /** Snapshots are taken one after another, or an older one could end up in the newer one's place. */
  const inLine = createMutex();

  const become = (next: VaultState) => {
    state = next;
    deps.onChange();
  };

  /** The state now: an unlock whose deadline has passed is over, whatever the timers did. */
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
  async function requireNoLock(since: number): Promise<void> {
    if (locks === since) return;
    deps.signer.lock();
    await deps.unlock.clear();
    await deps.autoLock.disarm();
    throw new LockedError('locked-meanwhile', 'The wallet was locked meanwhile.');
  }

  /** A save brought a newer revision while this snapshot was on its way, or the account changed. */
  function isOvertaken({ entry, known, merged }: Adoption): boolean {
    if (merged !== undefined || state.status !== 'unlocked') return false;
    if (state.device.accountId !== entry.accountId) return known !== undefined;
    const { revision } = entry.envelope;
    return revision < state.device.revision && revision >= (known?.revision ?? 0);
  }

  /** Returns the vault that a snapshot must not lose anything of: the open one, or else `known`. */
  function knownFor(options: Adoption, { payload }: OpenedVault): KnownVault | undefined {
    const { known, entry, tenant, merged, isCopyDamaged: isDamaged = false } = options;
    if (known?.accountId !== entry.accountId || known.tenant.id !== tenant.id) return undefined;
    const open =
      state.status === 'unlocked' && state.device.accountId === entry.accountId ? state : undefined;
    const { revision, digest, epochMark, removed = [] } = open?.device ?? known;
    // This device has sealed the merge itself, also into a copy that is older than the newest epoch.
    const mark = merged === undefined ? epochMark : newestMark(payload);
    const memory = { ...(merged ?? { revision, digest }), ...(mark && { epochMark: mark }) };
    const isOffered = options.synced;
    return { memory, content: open?.payload, isDamaged, isOffered, removed };
  }

  /** The deadline after a use of the wallet now. */
  const deadlineFrom = (unlockedAt: number) =>
    Math.min(deps.clock.now() + deps.autoLockMs(), unlockedAt + deps.maxUnlockedMs());

  async function arm(
    passkey: UnlockedPasskey,
    { deadline, unlockedAt }: Pick<UnlockedState, 'deadline' | 'unlockedAt'>,
  ): Promise<void> {
    await deps.unlock.write({
      unlockKey: toBase64url(passkey.secretKey),
      credentialId: passkey.credentialId,
      deadline,
      unlockedAt,
    });
    await deps.autoLock.arm({ deadline, unlockedAt });
  }

  /** The vault that was to be opened has left its place meanwhile. @throws LockedError */
  function requireSameVault({ known, move }: Adoption): void {
    if (known === undefined || move !== undefined) return;
    const isOther = 'device' in state && state.device.accountId !== known.accountId;
    if (state.status !== 'empty' && !isOther) return;
    throw new LockedError('locked-meanwhile', 'Another vault is on this device now.');
  }

  async function adoptNow(options: Adoption, since: number): Promise<void> {
    await requireNoLock(since);
    requireSameVault(options);
    if (isOvertaken(options)) return;
    const { tenant, entry, known } = options;
    const { passkey } = entry;
    await deps.signer.prepare();
    const opened = await openVault({
      envelope: entry.envelope,
      accountId: entry.accountId,
      rpId: tenant.rpId,
      passkey,
      aead: deps.aead,
    });
    await requireNoLock(since);
    const before = knownFor(options, opened);
    requireSuccessor(before, opened, deps.signer);
    const { epochMark, removed } = rememberedOf(before, opened);
    const payload = withoutRemoved(deps.signer.load(opened.payload), removed);
    const syncedAt = options.synced ? undefined : known?.syncedAt;
    const device: DeviceVault = {
      tenant,
      accountId: opened.envelope.accountId,
      credentialId: passkey.credentialId,
      envelopeText: JSON.stringify(opened.envelope),
      digest: opened.digest,
      revision: opened.envelope.revision,
      epochMark,
      ...(removed.length === 0 ? {} : { removed }),
      syncedAt: syncedAt ?? deps.clock.now(),
    };
    const { move } = options;
    try {
      // Noted first: a worker that dies in between announces it all the same.
      if (options.synced && known !== undefined && before !== undefined) {
        const { digest } = device;
        const passkeysBefore = passkeysOf(known, before.content);
        await deps.onTaken({ digest, passkeysBefore, before: before.content, after: payload });
      }
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
    const armed = { deadline: options.deadline ?? deadlineFrom(openedAt), unlockedAt: openedAt };
    if (!isArmed) await arm(passkey, armed);
    await requireNoLock(since);
    if (!isArmed && state.status === 'unlocked') wipe(state.passkey.secretKey);
    // A snapshot of the vault that is open already doesn't move the deadline.
    const { deadline, unlockedAt } = isArmed && state.status === 'unlocked' ? state : armed;
    become({ status: 'unlocked', device, payload, passkey, deadline, unlockedAt });
  }

  /** Wipes keys and token, and answers the token so that the server can end its session. */
  async function drop({ passkey, device }: UnlockedState): Promise<string | undefined> {
    locks += 1;
    // In the same turn: a caller that runs during the writes below must find the wallet locked.
    state = { status: 'locked', device };
    const token = bearer?.token;
    bearer = undefined;
    wipe(passkey.secretKey);
    deps.signer.lock();
    try {
      await Promise.all([deps.unlock.clear(), deps.autoLock.disarm()]);
    } finally {
      deps.onChange();
    }
    return token;
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

    /** The locked vault leaves this device: an unlock that is under way ends in nothing. */
    close(): void {
      locks += 1;
      become({ status: 'empty' });
    },

    /** Begins a new auto-lock window now, up to the absolute maximum. @throws LockedError */
    async extendDeadline(): Promise<void> {
      const since = locks;
      const { passkey, unlockedAt } = unlocked();
      const deadline = deadlineFrom(unlockedAt);
      await arm(passkey, { deadline, unlockedAt });
      await requireNoLock(since);
      // Read again: what was saved during the write must not be undone.
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

/**
 * Returns the newest epoch and the removed passkeys to remember: a former vault's text may be older
 * than what was seen of its account since. A passkey of a newer text was let in again.
 */
function rememberedOf(
  before: KnownVault | undefined,
  { payload }: OpenedVault,
): { epochMark: string; removed: string[] } {
  const { epochMark } = before?.memory ?? {};
  const isOlder = epochMark !== undefined && !isVerified({ epochMark }, payload);
  const removed = removalsAfter(before?.removed ?? [], payload, isOlder);
  if (isOlder) return { epochMark, removed };
  const keyring = new Set(payload.keyring.map(({ credentialId }) => tombstoneKey(credentialId)));
  return {
    epochMark: newestMark(payload),
    removed: removed.filter((key) => !keyring.has(key)),
  };
}

/** Returns the credential ids of a copy, which its text shows although the passkey doesn't open it. */
function passkeysOf(device: DeviceVault, content: PublicPayload | undefined): string[] {
  const wraps = parseEnvelopeText(device.envelopeText)?.wraps ?? [];
  return (content?.keyring ?? wraps).map(({ credentialId }) => credentialId);
}

/** The last snapshot as this device stored it. Throws DAMAGED_COPY when it isn't an envelope. */
export function cachedEnvelope(device: DeviceVault): Envelope {
  const envelope = parseEnvelopeText(device.envelopeText);
  if (envelope === undefined) {
    throw new VaultError('DAMAGED_COPY', 'The stored copy of the vault is damaged.');
  }
  return envelope;
}
