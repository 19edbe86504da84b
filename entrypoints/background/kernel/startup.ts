import { UnreadableError } from './stored.ts';
import type { StoredRecovery, UnreadablePart } from './stored-recovery.ts';

export type Startup = ReturnType<typeof createStartup>;

/**
 * Starts the worker in two steps. After the first step, sites get their accounts and chain. The
 * second step reads the activity; everything that signs, sends or shows the wallet waits for it.
 * Stops at an unreadable part, and never overwrites this part.
 */
export function createStartup(deps: {
  storedRecovery: StoredRecovery;
  /** Continues an interrupted deletion of the owner's data. */
  finishForgetting: () => Promise<void>;
  /** Reads settings, sites and other small values. */
  load: () => Promise<unknown>;
  /** Reads the vault, and opens it if the auto-lock time hasn't passed. */
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
      // The part isn't read again: a second read might succeed and hide the failure.
      deps.refuse([{ key: error.key, reason: error.reason }]);
      return;
    }
    deps.started();
  }

  return {
    /**
     * `answering` resolves when sites' first requests can be answered, `whole` after the second
     * step.
     */
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
