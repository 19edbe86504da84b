import type { Clock } from '../../../shared/ports.ts';
import type { Alarms } from '../platform/alarms.ts';

const ALARM = 'auto-lock';
/** An extension API call this often keeps the worker alive while the vault is unlocked. */
const KEEP_ALIVE_MS = 20_000;

/** Locks at an absolute deadline, whether the worker lived through it or was woken by the alarm. */
export interface AutoLock {
  arm(deadline: number): Promise<void>;
  disarm(): Promise<void>;
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

  const check = () => {
    if (deadline !== undefined && deps.clock.now() >= deadline) deps.onDeadline();
  };

  deps.alarms.onAlarm((name) => {
    if (name === ALARM) check();
  });

  return {
    async arm(at) {
      deadline = at;
      clearInterval(timer);
      timer = setInterval(() => {
        deps.keepAlive();
        check();
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
