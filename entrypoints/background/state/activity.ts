import type { ActivityEntry } from '../../../shared/messages/snapshot.ts';
import type { Stored } from './stored.ts';
import type { StoredActivity } from './stored-keys.ts';

const KEPT = 500;

export type ActivityRecord = StoredActivity[number];
export type ActivityLog = ReturnType<typeof createActivityLog>;

/** Everything that was signed, sent or connected, newest first, kept across restarts. */
export function createActivityLog(deps: { stored: Stored<StoredActivity>; onChange: () => void }) {
  let entries: StoredActivity = [];

  async function write(next: StoredActivity): Promise<void> {
    const before = entries;
    const after = next.slice(0, KEPT);
    entries = after;
    try {
      await deps.stored.write(after);
    } catch (error) {
      // What is not stored must not be sent: the bytes would be lost with the worker.
      if (entries === after) entries = before;
      throw error;
    }
    deps.onChange();
  }

  return {
    async load(): Promise<void> {
      entries = (await deps.stored.read()) ?? [];
    },
    all: (): StoredActivity => entries,
    add: (entry: ActivityRecord) => write([entry, ...entries]),
    update: (id: string, change: Partial<ActivityRecord>) =>
      write(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))),
    /** Puts a whole row in the place of the one with its id. */
    replace: (row: ActivityRecord) =>
      write(entries.map((entry) => (entry.id === row.id ? row : entry))),
    /** The hash that was broadcast for a request, if any. */
    answerTo: (requestKey: string): string | undefined =>
      entries.find((entry) => entry.requestKey === requestKey)?.hash,
    find: (id: string): ActivityRecord | undefined => entries.find((entry) => entry.id === id),
    view: (): ActivityEntry[] => entries.map(shown),
  };
}

/** Signed bytes and requests stay in the worker. */
function shown(record: ActivityRecord): ActivityEntry {
  const { raw: _raw, nonce: _nonce, requestKey: _requestKey, ...entry } = record;
  return entry;
}
