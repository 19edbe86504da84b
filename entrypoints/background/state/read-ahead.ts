import type { BulkStorage, KeyValue } from '../../../shared/ports.ts';
import type { Areas } from './stored.ts';

/**
 * Reads keys in one go, from its making on: a worker that wakes for a site's question would else ask
 * the browser a dozen times before it can answer. A key is read anew once it was written, and every
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

/** Both storage areas, with what every start of the worker needs on its way already. */
export function createReadAhead(
  areas: { readonly local: BulkStorage; readonly session: BulkStorage },
  keysOf: (area: 'local' | 'session') => readonly string[],
) {
  const local = readAhead(areas.local, keysOf('local'));
  const session = readAhead(areas.session, keysOf('session'));
  const checked: NonNullable<Areas['checked']> = new Map();
  return {
    areas: { local, session, checked },
    /** The worker has started: every key is read from the browser from here on. */
    end(): void {
      local.end();
      session.end();
      checked.clear();
    },
  };
}
