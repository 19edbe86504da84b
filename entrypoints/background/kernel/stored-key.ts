import * as Type from '../../../shared/schema.ts';

/** A key of `storage.local` or `storage.session`, with the schema of its value. */
export interface StoredKey<Schema extends Type.TSchema = Type.TSchema> {
  readonly area: 'local' | 'session';
  readonly name: string;
  /** Raised with every change of form. Values of other versions are never overwritten unread. */
  readonly version: number;
  readonly schema: Schema;
  /** True when unreadable data can be dropped, because it can be fetched again. */
  readonly isDisposable: boolean;
  /** Migrations by version: number n turns a value of version n into one of version n + 1. */
  readonly migrations: Readonly<Record<number, (value: unknown) => unknown>>;
  /** True for large values that a site's first answer doesn't need. */
  readonly isReadLater?: boolean;
  /** True for values that don't identify the vault's owner, and so survive a deletion. */
  readonly outlivesOwner?: boolean;
}

/** Returns a key of permanent data. */
export function kept<Schema extends Type.TSchema>(name: string, schema: Schema): StoredKey<Schema> {
  return { area: 'local', name, version: 1, schema, isDisposable: false, migrations: {} };
}

/** Returns a key of data that can be dropped when it is unreadable. */
export function disposable<Schema extends Type.TSchema>(
  area: 'local' | 'session',
  name: string,
  schema: Schema,
): StoredKey<Schema> {
  return { area, name, version: 1, schema, isDisposable: true, migrations: {} };
}

/**
 * Returns the key for the rows of one kind of procedure. The kind's feature reads the rows one by
 * one.
 */
export function procedureRows(name: string) {
  return { ...disposable('local', name, Type.Array(Type.Unknown())), isReadLater: true };
}
