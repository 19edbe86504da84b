import type { BulkStorage, KeyValue } from '../../../shared/ports.ts';
import type { Areas } from './stored.ts';

/**
 * Reads keys in one request as soon as it is created: a waking worker would otherwise ask the
 * browser a dozen times before its first answer. Reads a key again after a write to it, and every
 * key after `end`.
 */
function readAhead(area: BulkStorage, keys: readonly string[]): KeyValue & { end(): void } {
  const waiting = new Set(keys);
  const ahead = area.getAll(keys);
  // Rejects reads of the keys. Without a reader there is nothing to report.
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

/** Returns both storage areas, with the keys of every start already requested. */
export function createReadAhead(
  areas: { readonly local: BulkStorage; readonly session: BulkStorage },
  keysOf: (area: 'local' | 'session') => readonly string[],
) {
  const local = readAhead(areas.local, keysOf('local'));
  const session = readAhead(areas.session, keysOf('session'));
  const checked: NonNullable<Areas['checked']> = new Map();
  return {
    areas: { local, session, checked },
    /** Ends the start: every key is read from the browser from here on. */
    end(): void {
      local.end();
      session.end();
      checked.clear();
    },
  };
}
