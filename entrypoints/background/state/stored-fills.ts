import { parseAs } from '../../../shared/parse.ts';
import { type FillRecord, FillRecordSchema } from './fill-schemas.ts';
import { type Areas, type Stored, stored } from './stored.ts';
import { STORED_KEYS } from './stored-keys.ts';

/** Reads stored fills one by one and leaves out rows that don't fit the schema. */
export function storedFills(areas: Areas): Pick<Stored<FillRecord[]>, 'read' | 'write'> {
  const rows = stored(areas, STORED_KEYS.fills);
  return {
    async read() {
      return (await rows.read())?.flatMap((row) => parseAs(FillRecordSchema, row) ?? []);
    },
    write: rows.write,
  };
}
