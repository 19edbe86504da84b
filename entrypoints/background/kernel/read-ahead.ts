import type { BulkStorage, KeyValue } from '../../../shared/ports.ts';
import type { Areas } from './stored.ts';

/**
 * Returns a storage area that requests these keys at once when it is created. Otherwise a waking
 * worker would ask the browser a dozen times before its first answer. A key is read again after a
 * write to it, and after `end`.
 */
function readAhead(area: BulkStorage, keys: readonly string[]): KeyValue & { end(): void } {
  const waiting = new Set(keys);
  const ahead = area.getAll(keys);
  // Prevents an unhandled rejection: reads of these keys reject anyway.
  ahead.catch(() => undefined);
  return {
    get: async (key) => (waiting.has(key) ? (await ahead)[key] : area.get(key)),
    set(key, value) {
      waiting.delete(key);
      return area.set(key, value);
    },
    remove(key) {
      waiting.delete(key);
      return area.remove(key);
    },
    end: () => waiting.clear(),
  };
}

/** Returns both storage areas. The keys that every start needs are already requested. */
export function createReadAhead(
  areas: { readonly local: BulkStorage; readonly session: BulkStorage },
  keysOf: (area: 'local' | 'session') => readonly string[],
) {
  const local = readAhead(areas.local, keysOf('local'));
  const session = readAhead(areas.session, keysOf('session'));
  const checked: NonNullable<Areas['checked']> = new Map();
  return {
    areas: { local, session, checked },
    /** Ends the start: from now on, every key is read from the browser. */
    end(): void {
      local.end();
      session.end();
      checked.clear();
    },
  };
}
