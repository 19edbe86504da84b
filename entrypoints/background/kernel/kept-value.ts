import { isSameJson } from './is-same-json.ts';
import type { Stored } from './stored.ts';

/** Keeps a stored value in memory. A value that couldn't be stored is kept, too. */
export function createKeptValue<Value>(
  stored: Pick<Stored<Value>, 'read' | 'write'>,
  initial: Value,
) {
  let value = initial;
  let isStored = true;
  return {
    get: () => value,

    async load(): Promise<void> {
      value = (await stored.read()) ?? initial;
      isStored = true;
    },

    /**
     * Stores a value, unless it equals the stored value. `onChange` is called in both cases of a
     * changed value: it was stored, or it couldn't be stored. Throws `NotStoredError`, or the
     * error of `onChange`. A value that couldn't be stored is stored by the next call, even if that
     * call has the same value.
     */
    async set(next: Value, onChange?: () => void | Promise<void>): Promise<void> {
      if (isStored && isSameJson(next, value)) return;
      value = next;
      isStored = false;
      try {
        await stored.write(next);
        isStored = value === next;
      } finally {
        await onChange?.();
      }
    },
  };
}
