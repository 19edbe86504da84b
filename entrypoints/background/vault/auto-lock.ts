import type { Clock } from '../../../shared/ports.ts';
import type { Alarms } from '../platform/alarms.ts';

const ALARM = 'auto-lock';
/** An extension API call this often keeps the worker alive: browsers stop it after 30 s of idling. */
export const KEEP_ALIVE_MS = 20_000;

/**
 * Locks at an absolute deadline. Timers are late after a sleep of the computer, and alarms are
 * throttled, so everything that depends on the lock calls `enforce` first.
 */
export interface AutoLock {
  arm(deadline: number): Promise<void>;
  disarm(): Promise<void>;
  /** Locks now if the deadline has passed. */
  enforce(): void;
}

export function createAutoLock(deps: {
  alarms: Alarms;
  clock: Clock;
  /** Any cheap extension API call. */
  keepAlive: () => void;
  onDeadline: () => void;
}): AutoLock {
  let deadline: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const enforce = () => {
    if (deadline === undefined || deps.clock.now() < deadline) return;
    // Cleared first: locking reads the state, which calls this again.
    deadline = undefined;
    deps.onDeadline();
  };

  deps.alarms.onAlarm((name) => {
    if (name === ALARM) enforce();
  });

  return {
    enforce,
    async arm(at) {
      deadline = at;
      clearInterval(timer);
      timer = setInterval(() => {
        deps.keepAlive();
        enforce();
      }, KEEP_ALIVE_MS);
      await deps.alarms.set(ALARM, at);
    },
    async disarm() {
      deadline = undefined;
      clearInterval(timer);
      await deps.alarms.clear(ALARM);
    },
  };
}
