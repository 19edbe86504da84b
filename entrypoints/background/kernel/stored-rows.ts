import { toJson } from '../../../shared/codec.ts';
import { parseAs } from '../../../shared/parse.ts';
import type * as Type from '../../../shared/schema.ts';
import { type Areas, type Stored, stored } from './stored.ts';
import type { StoredKey } from './stored-key.ts';

/** Reads stored rows one by one and leaves out rows that don't fit the schema. */
export function storedRows<Row extends Type.TSchema>(
  areas: Areas,
  key: StoredKey<Type.TArray<Type.TUnknown>>,
  row: Row,
): Pick<Stored<Type.Static<Row>[]>, 'read' | 'write'> {
  const rows = stored(areas, key);
  return {
    async read() {
      return (await rows.read())?.flatMap((one) => parseAs(row, one) ?? []);
    },
    write: (values) => rows.write(values.map((value) => toJson(row, value))),
  };
}
