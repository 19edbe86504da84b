import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp } from '../../../server/database/backup.ts';
import { withoutPartialName } from '../../../server/database/partial-file.ts';
import { moveToSqlite } from '../../../server/operate/move/to-sqlite.ts';
import { exportIndex, importIndex } from '../../../server/positions/index-copy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'condor-names-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function database(): string {
  const file = join(folder, 'vault.db');
  new Database(file).close();
  return file;
}

/** Creates a folder at the path of the finished file. */
function taken(): string {
  const file = join(folder, 'taken');
  mkdirSync(join(file, 'inside'), { recursive: true });
  return file;
}

function notAFolder(): string {
  writeFileSync(join(folder, 'file'), '');
  return join(folder, 'file');
}

it.each<[string, () => string, (file: string) => unknown]>([
  [
    'a backup into a missing folder',
    () => join(folder, 'missing', 'copy.db'),
    (file) => backUp(database(), file, []),
  ],
  [
    'a backup into a file instead of a folder',
    () => join(notAFolder(), 'copy.db'),
    (file) => backUp(database(), file, []),
  ],
  [
    'a copy of an index into a missing folder',
    () => join(folder, 'missing', 'copy.db'),
    (file) => exportIndex(database(), file),
  ],
  [
    'an import of an index to the path of a folder',
    taken,
    async (file) => {
      const copy = join(folder, 'copy.db');
      await exportIndex(database(), copy);
      await importIndex(copy, file);
    },
  ],
  [
    'a move from a database that doesn’t respond',
    () => join(folder, 'moved.db'),
    (file) => moveToSqlite('postgres://127.0.0.1:1/vault', file),
  ],
])(
  'an error doesn’t name the temporary file, and no temporary file remains: %s',
  async (_, place, write) => {
    const file = place();
    const failure: unknown = await Promise.resolve()
      .then(() => write(file))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    for (const text of [String(failure), failure instanceof Error ? failure.stack : ''])
      expect(text).not.toContain('.partial');
    expect(readdirSync(folder).join()).not.toContain('.partial');
  },
);

it('replaces a temporary name wherever it appears in an error', () => {
  const failure = withoutPartialName(
    new Error('no space for a.db.7.partial'),
    'a.db.7.partial',
    'a.db',
  );
  expect(failure).toMatchObject({ message: 'no space for a.db' });
  expect(failure instanceof Error && failure.stack).not.toContain('.7.partial');
});
