import { Unknown as Anything, Integer, Object as Shape, type Static, type TSchema } from 'typebox';
import { CondorError } from '../../../shared/errors.ts';
import { parseAs } from '../../../shared/parse.ts';
import type { KeyValue } from '../../../shared/ports.ts';
import type { StoredKey } from './stored-keys.ts';

/** Stored data of another version or form. It is left as it is. */
export class UnreadableError extends CondorError<'unreadable'> {}

export interface Areas {
  readonly local: KeyValue;
  readonly session: KeyValue;
}

/** One stored value: read once, parsed, written with its version. Writes are kept in order. */
export interface Stored<Value> {
  /**
   * `undefined` when nothing is stored. Throws `UnreadableError` on a foreign form, except for what
   * lasts no longer than the browser: that is dropped.
   */
  read(): Promise<Value | undefined>;
  write(value: Value): Promise<void>;
  clear(): Promise<void>;
}

const WrapperSchema = Shape({ version: Integer(), value: Anything() });

export function stored<Schema extends TSchema>(
  areas: Areas,
  key: StoredKey<Schema>,
): Stored<Static<Schema>> {
  const area = areas[key.area];
  return {
    async read() {
      const raw = await area.get(key.name);
      if (raw === undefined) return undefined;
      const wrapper = parseAs(WrapperSchema, raw);
      const value =
        wrapper?.version === key.version ? parseAs(key.schema, wrapper.value) : undefined;
      if (value === undefined && key.area === 'session') {
        // Only an update while the browser runs leads here, and what it left ends with the browser.
        await area.remove(key.name);
        return undefined;
      }
      if (value === undefined) {
        throw new UnreadableError('unreadable', 'Stored data is of another version or damaged.', {
          details: { key: key.name },
        });
      }
      return value;
    },
    write: (value) => area.set(key.name, { version: key.version, value }),
    clear: () => area.remove(key.name),
  };
}
