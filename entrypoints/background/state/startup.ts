import type { StoredCare, UnreadablePart } from './stored-care.ts';

export type Startup = ReturnType<typeof createStartup>;

/**
 * The order in which a worker comes to life: what is stored must be readable as a whole before any
 * part is used, so that nothing is started over data that another version wrote.
 */
export function createStartup(deps: {
  care: StoredCare;
  /** Reads settings, sites and the like. */
  load: () => Promise<unknown>;
  /** Reads the vault, and unlocks again within the auto-lock window. */
  resume: () => Promise<void>;
  refuse: (parts: readonly UnreadablePart[]) => void;
  started: () => void;
}) {
  async function run(): Promise<void> {
    const parts = await deps.care.unreadable();
    if (parts.length > 0) {
      deps.refuse(parts);
      return;
    }
    await deps.load();
    await deps.resume();
    deps.started();
  }
  return { run };
}
