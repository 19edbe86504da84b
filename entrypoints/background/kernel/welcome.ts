import type { Stored } from './stored.ts';

/**
 * Returns a function that opens the welcome page after the installation, once per profile: an
 * unpacked extension reports an installation at each start of the browser.
 */
export function createWelcome(deps: {
  /** Resolves when stored data is loaded. */
  ready: Promise<void>;
  welcomed: Stored<boolean>;
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
