import { UnreadableError } from './stored.ts';
import type { StoredRecovery, UnreadablePart } from './stored-recovery.ts';

export type Startup = ReturnType<typeof createStartup>;

/**
 * Starts the worker in two steps. Sites get their accounts and chain after the first one;
 * everything that signs, sends or shows the wallet waits for the second, which reads the activity.
 * Doesn't continue after an unreadable part, and never overwrites it.
 */
export function createStartup(deps: {
  storedRecovery: StoredRecovery;
  /** Finishes a deletion of the owner's data that was interrupted. */
  finishForgetting: () => Promise<void>;
  /** Reads settings, sites and other small values. */
  load: () => Promise<unknown>;
  /** Reads the vault, and unlocks again within the auto-lock window. */
  resume: () => Promise<void>;
  /** Reads the activity, which can be large. Throws `UnreadableError`. */
  loadLarge: () => Promise<unknown>;
  refuse: (parts: readonly UnreadablePart[]) => void;
  started: () => void;
}) {
  /** Returns false when a part is unreadable. */
  async function loadFirst(): Promise<boolean> {
    await deps.finishForgetting();
    const parts = await deps.storedRecovery.unreadable('first');
    if (parts.length > 0) {
      deps.refuse([...parts, ...(await deps.storedRecovery.unreadable('later'))]);
      return false;
    }
    await deps.load();
    await deps.resume();
    return true;
  }

  async function loadRest(): Promise<void> {
    try {
      await deps.loadLarge();
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      // Isn't read again: a second read could succeed, and the failure would be lost.
      deps.refuse([{ key: error.key, reason: error.reason }]);
      return;
    }
    deps.started();
  }

  return {
    /** `answering` resolves when a site's first requests can be answered, `whole` after both steps. */
    begin(): { answering: Promise<void>; whole: Promise<void> } {
      const first = loadFirst();
      return {
        answering: first.then(() => undefined),
        whole: first.then((isReadable) => (isReadable ? loadRest() : undefined)),
      };
    },
    /** Starts again after stored data was deleted. */
    async run(): Promise<void> {
      if (await loadFirst()) await loadRest();
    },
  };
}
