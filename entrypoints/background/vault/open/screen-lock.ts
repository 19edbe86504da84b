/**
 * Locks the wallet when the screen locks, if the user has chosen this. The event may have started
 * the worker, so the lock waits for the stored state.
 */
export function createScreenLock(deps: {
  ready: Promise<void>;
  isOn: () => boolean;
  isUnlocked: () => boolean;
  lock: () => Promise<void>;
}) {
  return async (state: string): Promise<void> => {
    if (state !== 'locked') return;
    await deps.ready;
    if (deps.isOn() && deps.isUnlocked()) await deps.lock();
  };
}
