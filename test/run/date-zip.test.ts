import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { dateZip } from '../../entrypoints/store/date-zip.ts';
import { zipDates } from '../helpers/zip-dates.ts';

it('dates every entry 1980-01-01 00:00 and keeps its content', () => {
  const mtime = new Date(2026, 10, 23);
  const zip = zipSync({ 'a.txt': [strToU8('a'), { mtime }], 'ä/b.txt': [strToU8('b'), { mtime }] });
  expect(zipDates(zip)).not.toContain('1980-1-1');
  // A view into a larger buffer, as Node reads small files.
  const view = new Uint8Array(zip.length + 7).subarray(7);
  view.set(zip);
  dateZip(view);
  expect(zipDates(view)).toEqual(['1980-1-1', '1980-1-1', '1980-1-1', '1980-1-1']);
  expect(Object.values(unzipSync(view)).map((content) => strFromU8(content))).toEqual(['a', 'b']);
});
