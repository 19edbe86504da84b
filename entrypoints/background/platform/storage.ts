import { browser } from 'wxt/browser';
import type { BulkStorage } from '../../../shared/ports.ts';

/**
 * `storage.local` survives a restart of the browser, `storage.session` only a restart of the
 * worker.
 */
export function browserStorage(area: 'local' | 'session'): BulkStorage {
  const store = browser.storage[area];
  return {
    get: async (key) => (await store.get(key))[key],
    getAll: (keys) => store.get([...keys]),
    set: (key, value) => store.set({ [key]: value }),
    remove: (key) => store.remove(key),
  };
}

/** Keeps page scripts away from both areas. */
export async function restrictStorage(): Promise<void> {
  await Promise.all([
    browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }),
    browser.storage.session.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }),
  ]);
}
