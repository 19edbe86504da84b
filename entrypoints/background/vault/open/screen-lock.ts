/**
 * Locks with the screen if the user wants it. The event may be what woke the worker, so stored
 * state is awaited first.
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
