import { toJson } from '../../../shared/codec.ts';
import { CondorError } from '../../../shared/errors.ts';
import { parseAs } from '../../../shared/parse.ts';
import type { KeyValue } from '../../../shared/ports.ts';
import * as Type from '../../../shared/schema.ts';
import type { StoredKey } from './stored-key.ts';

export type UnreadableReason = 'newer' | 'older' | 'damaged' | 'unavailable';

/** Thrown for stored data of another version or form. The data stays unchanged. */
export class UnreadableError extends CondorError<'unreadable'> {
  readonly key: string;
  readonly reason: UnreadableReason;

  constructor(key: string, reason: UnreadableReason, cause?: unknown) {
    super('unreadable', 'Stored data is of another version or damaged.', {
      details: { key, reason },
      ...(cause === undefined ? {} : { cause }),
    });
    this.key = key;
    this.reason = reason;
  }
}

/**
 * Thrown when the browser didn't store a value (a full disk, for example), or returned another
 * value when it was read back.
 */
export class NotStoredError extends CondorError<'notStored'> {
  constructor(cause?: unknown) {
    super('notStored', 'The browser did not store the value.', { cause });
  }
}

export interface Areas {
  readonly local: KeyValue;
  readonly session: KeyValue;
  /** Values that this worker has already checked, by key, with their raw form. */
  readonly checked?: Map<string, { readonly raw: unknown; readonly value: unknown }>;
}

/**
 * A stored value that is read and checked only once. Writes include its version and run in order.
 */
export interface Stored<Value> {
  /**
   * Returns `undefined` when nothing is stored. Migrates a value of an older version, and stores
   * the result only when every step succeeded. Drops an unreadable value that is disposable. Throws
   * `UnreadableError` for other unreadable values.
   */
  read(): Promise<Value | undefined>;
  /** Throws `NotStoredError`. */
  write(value: Value): Promise<void>;
  clear(): Promise<void>;
}

const WrapperSchema = Type.Object({ version: Type.Integer(), value: Type.Unknown() });

export function stored<Schema extends Type.TSchema>(
  areas: Areas,
  key: StoredKey<Schema>,
): Stored<Type.Static<Schema>> {
  const area = areas[key.area];
  const write = async (value: Type.Static<Schema>) => {
    try {
      await area.set(key.name, { version: key.version, value: toJson(key.schema, value) });
    } catch (cause) {
      throw new NotStoredError(cause);
    }
  };
  return {
    async read() {
      const raw = await area.get(key.name).catch((cause: unknown) => {
        throw new UnreadableError(key.name, 'unavailable', cause);
      });
      if (raw === undefined) return undefined;
      const known = areas.checked?.get(key.name);
      if (known?.raw === raw) return known.value as Type.Static<Schema>;
      try {
        const { value, isMigrated } = understand(key, raw);
        if (isMigrated) await write(value);
        else areas.checked?.set(key.name, { raw, value });
        return value;
      } catch (error) {
        if (!key.isDisposable || !(error instanceof UnreadableError)) throw error;
        await area.remove(key.name);
        return undefined;
      }
    },
    write,
    clear: () => area.remove(key.name),
  };
}

/**
 * Returns the value in this version's form, without storing the value. Throws `UnreadableError`.
 */
function understand<Schema extends Type.TSchema>(
  key: StoredKey<Schema>,
  raw: unknown,
): { value: Type.Static<Schema>; isMigrated: boolean } {
  const wrapper = parseAs(WrapperSchema, raw);
  if (wrapper === undefined) throw new UnreadableError(key.name, 'damaged');
  if (wrapper.version > key.version) throw new UnreadableError(key.name, 'newer');
  let found = wrapper.value;
  for (let version = wrapper.version; version < key.version; version++) {
    const step = key.migrations[version];
    if (step === undefined) throw new UnreadableError(key.name, 'older');
    try {
      found = step(found);
    } catch (cause) {
      throw new UnreadableError(key.name, 'damaged', cause);
    }
  }
  const value = parseAs(key.schema, found);
  if (value === undefined) throw new UnreadableError(key.name, 'damaged');
  return { value, isMigrated: wrapper.version !== key.version };
}
