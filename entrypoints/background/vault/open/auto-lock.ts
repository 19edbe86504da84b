import { fromBase64url, toBase64url, wipe } from '../../../../shared/bytes.ts';
import type { Clock, Elapsed } from '../../../../shared/ports.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { Alarms } from '../../platform/alarms.ts';
import { KEEP_ALIVE_MS } from '../../platform/platform.ts';
import type { UnlockedPasskey } from '../passkeys/local-key.ts';
import type { Unlock } from '../record/keys.ts';

const ALARM = 'auto-lock';
/** Milliseconds after an unlock until the vault locks despite activity. */
export const MAX_UNLOCKED_MS = 8 * 60 * 60_000;
/** Milliseconds by which systems may set their clock back when they synchronize it. */
const CORRECTION_MS = 2_000;

/** An unlock with its deadline, both in epoch milliseconds. */
export interface UnlockTimes {
  readonly deadline: number;
  readonly unlockedAt: number;
}

/**
 * Locks at an absolute deadline. Timers are late after the computer sleeps, alarms are throttled,
 * and the clock can be set back. So everything that depends on the lock first calls `enforce`,
 * which compares two clocks with the deadline.
 */
export interface AutoLock {
  /** Returns the deadline that a use of the wallet at this moment sets. */
  deadlineFrom(unlockedAt: number): number;
  /** Stores the unlock for the next worker, and starts to watch its deadline. */
  arm(passkey: UnlockedPasskey, times: UnlockTimes): Promise<void>;
  /** Forgets the unlock, including a stored one. */
  disarm(): Promise<void>;
  /** Locks now if the deadline has passed, or if the clock was set back. */
  enforce(): void;
  /** Returns a former worker's unlock unless it is over. The caller wipes the key. */
  restore(): Promise<(UnlockTimes & { readonly passkey: UnlockedPasskey }) | undefined>;
}

interface Armed extends UnlockTimes {
  readonly began: number;
}

export function createAutoLock(deps: {
  alarms: Alarms;
  clock: Clock;
  elapsed: Elapsed;
  unlock: Stored<Unlock>;
  /** Time when this worker last saw the wallet unlocked, for the next worker. */
  seen: Stored<number>;
  /** Milliseconds from the last use of the wallet's own pages until the vault locks. */
  autoLockMs: () => number;
  /** Makes a cheap call of the extension API, which keeps the worker alive. */
  keepAlive: () => void;
  onDeadline: () => void;
}): AutoLock {
  let armed: Armed | undefined;
  /** Newest system time that this worker has seen. */
  let seenAt = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const isPast = ({ deadline, unlockedAt }: UnlockTimes, now: number): boolean =>
    now >= deadline || now < Math.max(unlockedAt, seenAt) - CORRECTION_MS;

  const enforce = () => {
    if (armed === undefined) return;
    const now = deps.clock.now();
    const { deadline, unlockedAt, began } = armed;
    const isElapsed = deps.elapsed() - began >= deadline - unlockedAt;
    if (!isElapsed && !isPast(armed, now)) {
      seenAt = Math.max(seenAt, now);
      return;
    }
    // Cleared first, because locking reads the state, which calls this function again.
    armed = undefined;
    deps.onDeadline();
  };

  deps.alarms.onAlarm((name) => {
    if (name === ALARM) enforce();
  });

  /** Without a stored time, a later worker compares its clock only with the unlock's time. */
  const storeSeen = () => deps.seen.write(seenAt).catch(() => undefined);

  /**
   * Returns the reading of the monotonic clock at the unlock. This clock starts at zero in each
   * worker.
   */
  function beginningOf(unlockedAt: number, now: number): number {
    if (armed?.unlockedAt === unlockedAt) return armed.began;
    return deps.elapsed() - Math.max(0, now - unlockedAt);
  }

  return {
    enforce,
    deadlineFrom: (unlockedAt) =>
      Math.min(deps.clock.now() + deps.autoLockMs(), unlockedAt + MAX_UNLOCKED_MS),
    async arm({ credentialId, secretKey }, { deadline, unlockedAt }) {
      const unlockKey = toBase64url(secretKey);
      await deps.unlock.write({ unlockKey, credentialId, deadline, unlockedAt });
      const now = deps.clock.now();
      armed = { deadline, unlockedAt, began: beginningOf(unlockedAt, now) };
      seenAt = Math.max(seenAt, now);
      clearInterval(timer);
      timer = setInterval(() => {
        deps.keepAlive();
        enforce();
        if (armed !== undefined) void storeSeen();
      }, KEEP_ALIVE_MS);
      await storeSeen();
      await deps.alarms.set(ALARM, deadline);
    },
    async disarm() {
      armed = undefined;
      seenAt = 0;
      clearInterval(timer);
      await Promise.all([deps.unlock.clear(), deps.seen.clear(), deps.alarms.clear(ALARM)]);
    },
    async restore() {
      const unlock = await deps.unlock.read().catch(() => undefined);
      const secretKey = unlock === undefined ? undefined : fromBase64url(unlock.unlockKey);
      if (unlock === undefined || secretKey === undefined) return undefined;
      seenAt = (await deps.seen.read().catch(() => undefined)) ?? 0;
      const { credentialId, deadline, unlockedAt } = unlock;
      if (!isPast(unlock, deps.clock.now())) {
        return { passkey: { credentialId, secretKey }, deadline, unlockedAt };
      }
      wipe(secretKey);
      return undefined;
    },
  };
}
