import { createHash } from 'node:crypto';

export type Row = Readonly<Record<string, unknown>>;

/** Digest of a table's rows, whatever their order, to compare tables of two databases. */
export interface RowDigest {
  add(row: Row): void;
  /** The number of rows, and a digest of all rows. */
  readonly value: string;
  readonly count: number;
}

export function createRowDigest(columns: readonly string[]): RowDigest {
  // Sum of the rows' hashes. Rows have different keys, so no two hashes cancel each other.
  const sum = new Uint8Array(32);
  let count = 0;
  return {
    add(row) {
      const hash = createHash('sha256');
      for (const column of columns) hash.update(encoded(row[column]));
      hash.digest().forEach((byte, at) => {
        sum[at] = (sum[at] ?? 0) ^ byte;
      });
      count++;
    },
    get value() {
      return `${count} ${Buffer.from(sum).toString('hex')}`;
    },
    get count() {
      return count;
    },
  };
}

/** Encodes a value so that different sequences of values have different bytes. */
function encoded(value: unknown): Uint8Array {
  if (value === null) return Buffer.from('null;');
  if (typeof value === 'number') return Buffer.from(`number ${value};`);
  const isText = typeof value === 'string';
  if (!isText && !(value instanceof Uint8Array))
    throw new TypeError('the column has a type that cannot be compared');
  const bytes = isText ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from(`${isText ? 'text' : 'bytes'} ${bytes.length}:`), bytes]);
}
