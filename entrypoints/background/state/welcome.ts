import type { Stored } from './stored.ts';

/**
 * Returns a function that opens the welcome page after the installation, once for each profile. A
 * browser that loads an unpacked extension reports an installation at each of its starts.
 */
export function createWelcome(deps: {
  /** Stored state is loaded. */
  ready: Promise<void>;
  welcomed: Stored<boolean>;
  /** Whether the device has no vault. */
  isEmpty: () => boolean;
  openPage: () => Promise<void>;
}): () => Promise<void> {
  return async () => {
    await deps.ready;
    if (!deps.isEmpty() || (await deps.welcomed.read()) === true) return;
    await deps.welcomed.write(true);
    await deps.openPage();
  };
}
