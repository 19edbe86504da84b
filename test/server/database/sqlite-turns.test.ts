import { readFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { SqlDriver } from '../../../server/database/driver.ts';
import { createReadCache } from '../../../server/database/read-cache.ts';
import { rowOf, rowsOf, Undo } from '../../../server/database/script.ts';
import { createSqliteDriver } from '../../../server/database/sqlite-driver.ts';
import {
  get,
  isPending,
  manualSync,
  put,
  putOrRollback,
  read,
  type Things,
  thingsFile,
  write,
} from './things.ts';

const BROKEN = { code: 'STORAGE_BROKEN' };
let directories: string[] = [];
afterEach(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
  directories = [];
});

function newFile(): string {
  const { file, directory } = thingsFile();
  directories.push(directory);
  return file;
}

/** Transactions in a write-ahead log: frames that end one say how large the database is (SQLite, "WAL Frame Header Format"). */
function transactionsIn(file: string): number {
  const log = readFileSync(`${file}-wal`);
  if (log.length < 32) return 0;
  const frame = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) !== 0) count++;
  }
  return count;
}

/** A file where a row of this id lets no transaction end: it names a row that there is none of. */
function fileWithTrap(id: string): string {
  const file = newFile();
  const handle = new Database(file);
  handle.exec(`
    create table parents (id text primary key) strict;
    create table children (parent text references parents deferrable initially deferred) strict;
    create trigger trap after insert on things when new.id = '${id}' begin
      insert into children values ('nobody');
    end;`);
  handle.close();
  return file;
}

const undone = (driver: SqlDriver, id: string) =>
  driver.write(function* () {
    yield* rowsOf(put, { id, value: 2 });
    return new Undo('undone');
  }, 'durable');

describe('writes of one turn of the event loop', () => {
  it('share one transaction and one flush', async () => {
    const { sync, started } = manualSync();
    const file = newFile();
    const driver = createSqliteDriver(file, { sync });
    const writes = Array.from({ length: 20 }, (_, i) => write(driver, `${i}`));
    expect(await isPending(Promise.all(writes))).toBe(true);
    expect(transactionsIn(file)).toBe(1);
    expect(started).toHaveLength(1);
    started[0]?.();
    expect(await Promise.all(writes)).toHaveLength(20);
    const closing = driver.close();
    started[1]?.();
    await closing;
  });

  it('are each undone alone, by their own word or by an error', async () => {
    const driver = createSqliteDriver(newFile());
    const answers = await Promise.allSettled([
      write(driver, 'first'),
      undone(driver, 'second'),
      write(driver, 'first'),
      write(driver, 'third', 'volatile'),
    ]);
    expect(answers).toMatchObject([
      { value: 'first' },
      { value: 'undone' },
      { reason: BROKEN },
      { value: 'third' },
    ]);
    expect(await read(driver, 'first')).toEqual({ id: 'first', value: 1 });
    expect(await read(driver, 'second')).toBeUndefined();
    expect(await read(driver, 'third')).toBeDefined();
    await driver.close();
  });

  it('see each other in their order, and so do reads, which wait for the commit', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    const first = write(driver, 'one', 'volatile');
    const seen = driver.write(() => rowOf(get, { id: 'one' }), 'volatile');
    let isTold = false;
    const ahead = driver
      .readUnsettled(() => rowOf(get, { id: 'one' }))
      .then((row) => {
        isTold = true;
        return row;
      });
    await Promise.resolve();
    expect(isTold).toBe(false);
    expect(await seen).toEqual({ id: 'one', value: 1 });
    expect(await ahead).toEqual({ id: 'one', value: 1 });
    await first;
    expect(started).toHaveLength(0);
    const closing = driver.close();
    started[0]?.();
    await closing;
  });

  it('all fail when their transaction cannot be committed, and what was read in it is read again', async () => {
    const driver = createSqliteDriver(fileWithTrap('trap'));
    const cache = createReadCache<Things['things']>(10, () => 1);
    const cached = (id: string) =>
      driver.readUnsettled(() => rowOf(get, { id }), { cache, key: id });
    const answers = await Promise.allSettled([
      write(driver, 'one', 'volatile'),
      write(driver, 'trap'),
      undone(driver, 'two'),
      cached('one'),
      read(driver, 'one'),
    ]);
    for (const answer of answers.slice(0, 3)) expect(answer).toMatchObject({ reason: BROKEN });
    for (const answer of answers.slice(3)) {
      expect(answer).toStrictEqual({ status: 'fulfilled', value: undefined });
    }
    expect(await cached('one')).toBeUndefined();
    expect(await write(driver, 'one')).toBe('one');
    expect(await cached('one')).toEqual({ id: 'one', value: 1 });
    await driver.close();
  });

  it('all fail when SQLite undoes their transaction by itself, and later ones do not', async () => {
    const driver = createSqliteDriver(newFile());
    await write(driver, 'taken');
    const answers = await Promise.allSettled([
      write(driver, 'one'),
      driver.write(() => rowsOf(putOrRollback, { id: 'taken', value: 2 }), 'durable'),
      write(driver, 'two'),
    ]);
    expect(answers).toMatchObject([{ reason: BROKEN }, { reason: BROKEN }, { value: 'two' }]);
    expect(await read(driver, 'one')).toBeUndefined();
    expect(await read(driver, 'two')).toBeDefined();
    await driver.close();
  });

  it('all fail when SQLite undoes their transaction in a read, and later ones begin anew', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    const taken = write(driver, 'taken');
    expect(await isPending(taken)).toBe(true);
    started[0]?.();
    await taken;
    const early = write(driver, 'one');
    const failing = driver.readUnsettled(() => rowsOf(putOrRollback, { id: 'taken', value: 2 }));
    const late = write(driver, 'two');
    await expect(early).rejects.toMatchObject(BROKEN);
    await expect(failing).rejects.toMatchObject(BROKEN);
    expect(await isPending(late)).toBe(true);
    expect(started).toHaveLength(2);
    started[1]?.();
    expect(await late).toBe('two');
    expect(await read(driver, 'one')).toBeUndefined();
    const closing = driver.close();
    started[2]?.();
    await closing;
  });

  it('are undone when their writer cannot drop what they make stale, the others stay', async () => {
    const driver = createSqliteDriver(newFile());
    const stuck = (id: string) =>
      driver.write(
        () => rowsOf(put, { id, value: 1 }),
        'durable',
        () => {
          throw new Error('stuck');
        },
      );
    const answers = await Promise.allSettled([
      stuck('one'),
      write(driver, 'two'),
      stuck('three'),
      write(driver, 'four'),
    ]);
    expect(answers).toMatchObject([
      { reason: BROKEN },
      { value: 'two' },
      { reason: BROKEN },
      { value: 'four' },
    ]);
    for (const id of ['one', 'three']) expect(await read(driver, id)).toBeUndefined();
    await driver.close();
  });

  it('are committed before a flush that is asked for after them, and before the file is closed', async () => {
    const file = newFile();
    const driver = createSqliteDriver(file);
    const one = write(driver, 'one', 'volatile');
    await driver.flush();
    expect(transactionsIn(file)).toBeGreaterThan(0);
    const two = write(driver, 'two', 'volatile');
    await driver.close();
    expect(await Promise.all([one, two])).toEqual(['one', 'two']);
    const handle = new Database(file);
    expect(handle.prepare('select id from things order by id').pluck().all()).toEqual([
      'one',
      'two',
    ]);
    handle.close();
  });

  it('leave what each alone would have left, in whatever order and mixture they come', async () => {
    const job = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      kind: fc.constantFrom('put', 'undo', 'read'),
      isDurable: fc.boolean(),
      endsTurn: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 25 }), async (jobs) => {
        const driver = createSqliteDriver(newFile());
        const rows = new Set<string>();
        const checks: Promise<void>[] = [];
        for (const { id, kind, isDurable, endsTurn } of jobs) {
          const isThere = rows.has(id);
          const answer =
            kind === 'read'
              ? read(driver, id).then((row) => row !== undefined)
              : kind === 'undo'
                ? undone(driver, id).catch(() => 'taken')
                : write(driver, id, isDurable ? 'durable' : 'volatile').catch(() => 'taken');
          const expected =
            kind === 'read' ? isThere : isThere ? 'taken' : kind === 'undo' ? 'undone' : id;
          if (kind === 'put') rows.add(id);
          checks.push(answer.then((given) => expect(given).toBe(expected)));
          if (endsTurn) await new Promise((resolve) => setImmediate(resolve));
        }
        await Promise.all(checks);
        for (const id of ['a', 'b', 'c', 'd']) {
          expect((await read(driver, id)) !== undefined).toBe(rows.has(id));
        }
        await driver.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('reads of one turn of the event loop', () => {
  it('fail alone when SQLite ends the snapshot that they share', async () => {
    const driver = createSqliteDriver(newFile());
    await write(driver, 'taken');
    const answers = await Promise.allSettled([
      read(driver, 'taken'),
      driver.read(() => rowsOf(putOrRollback, { id: 'taken', value: 2 })),
      read(driver, 'taken'),
    ]);
    expect(answers).toMatchObject([
      { value: { value: 1 } },
      { reason: BROKEN },
      { value: { value: 1 } },
    ]);
    // What throws when the turn ends is caught by nobody: the process, here the run, would die.
    await new Promise((resolve) => setImmediate(resolve));
    await driver.close();
  });

  it('may be the last thing before the file is closed', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    const closing = driver.close();
    await new Promise((resolve) => setImmediate(resolve));
    const last = read(driver, 'one');
    started[0]?.();
    await closing;
    expect(await last).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
  });
});
