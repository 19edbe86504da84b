import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { rowOf, rowsOf, Undo } from '../../../server/database/script.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { createSqliteDriver } from '../../../server/database/sqlite-driver.ts';
import { get, isPending, manualSync, put, read, thingsFile, write } from './things.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-driver-'));
const made = [directory];
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true });
});

function newFile(): string {
  const { file, directory: own } = thingsFile();
  made.push(own);
  return file;
}

describe('the SQLite driver', () => {
  it('answers a durable write only after a flush that began after it', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    const first = write(driver, 'first');
    expect(await isPending(first)).toBe(true);
    const second = write(driver, 'second');
    const third = write(driver, 'third');
    started[0]?.();
    expect(await first).toBe('first');
    expect(await isPending(second)).toBe(true);
    started[1]?.();
    expect(await Promise.all([second, third])).toEqual(['second', 'third']);
    expect(started).toHaveLength(2);
    const closing = driver.close();
    started[2]?.();
    await closing;
  });

  it('lets no read tell of a durable write before its flush', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    const writing = write(driver, 'one');
    const reading = read(driver, 'one');
    expect(await isPending(reading)).toBe(true);
    started[0]?.();
    await writing;
    expect(await reading).toEqual({ id: 'one', value: 1 });
    expect(started).toHaveLength(1);
    expect(await read(driver, 'one')).toBeDefined();
    const closing = driver.close();
    started[1]?.();
    await closing;
  });

  it('reads ahead of a flush only when told to', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    const writing = write(driver, 'one');
    const ahead = await driver.readUnsettled(() => rowOf(get, { id: 'one' }));
    expect(ahead).toEqual({ id: 'one', value: 1 });
    expect(await isPending(writing)).toBe(true);
    started[0]?.();
    await writing;
    const closing = driver.close();
    started[1]?.();
    await closing;
  });

  it('answers a volatile write at once', async () => {
    const { sync, started } = manualSync();
    const driver = createSqliteDriver(newFile(), { sync });
    await write(driver, 'one', 'volatile');
    expect(await read(driver, 'one')).toBeDefined();
    expect(started).toHaveLength(0);
    const closing = driver.close();
    started[0]?.();
    await closing;
  });

  it('fails every answer after a flush failed', async () => {
    const driver = createSqliteDriver(newFile(), { sync: () => Promise.reject(new Error('EIO')) });
    const broken = { code: 'STORAGE_BROKEN' };
    await expect(write(driver, 'one')).rejects.toMatchObject(broken);
    await expect(write(driver, 'two')).rejects.toMatchObject(broken);
    await expect(read(driver, 'one')).rejects.toMatchObject(broken);
  });

  it('undoes a script that says so, and one that throws', async () => {
    const driver = createSqliteDriver(newFile());
    const undone = await driver.write(function* () {
      yield* rowsOf(put, { id: 'one', value: 1 });
      return new Undo('undone');
    }, 'durable');
    expect(undone).toBe('undone');
    const throwing = driver.write(function* () {
      yield* rowsOf(put, { id: 'one', value: 1 });
      yield* rowsOf(put, { id: 'one', value: 2 });
    }, 'durable');
    await expect(throwing).rejects.toMatchObject({ code: 'STORAGE_BROKEN' });
    expect(await read(driver, 'one')).toBeUndefined();
    await write(driver, 'one');
    await driver.close();
  });

  it('waits for a lock of another process without blocking, then says busy', async () => {
    const file = newFile();
    const driver = createSqliteDriver(file, { busyMs: 300 });
    const other = new Database(file);
    other.exec('begin immediate');
    const waiting = write(driver, 'one');
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    await expect(waiting).rejects.toMatchObject({ code: 'STORAGE_BUSY' });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
    expect(await read(driver, 'one')).toBeUndefined();
    const patient = write(driver, 'two');
    other.exec('commit');
    expect(await patient).toBe('two');
    other.close();
    await driver.close();
  });

  it('keeps its files to this user', async () => {
    const file = newFile();
    const driver = createSqliteDriver(file);
    await write(driver, 'one');
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
    }
    await driver.close();
  });
});

describe('opening SQLite', () => {
  it.each([
    ['a directory', 'folder'],
    ['a file that is no database', 'notes.txt'],
  ])('leaves %s as it is and names the setting', (_title, name) => {
    const own = mkdtempSync(join(directory, 'foreign-'));
    mkdirSync(join(own, 'folder'));
    writeFileSync(
      join(own, 'notes.txt'),
      'Not a database, but long enough to look like one. '.repeat(9),
    );
    const path = join(own, name);
    chmodSync(path, 0o755);
    const before = readdirSync(own);
    expect(() => openSqlite(path)).toThrow('DATABASE_URL');
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(own)).toEqual(before);
  });

  it('takes the files of an open restored database away from other users', () => {
    const file = join(directory, 'opened.db');
    openSqlite(file).close();
    chmodSync(file, 0o644);
    const handle = openSqlite(file);
    handle.exec('create table things (id text)');
    for (const suffix of ['', '-wal', '-shm'])
      expect(statSync(file + suffix).mode & 0o777, suffix).toBe(0o600);
    handle.close();
  });

  it('needs no write lock, and names the setting when even a read is locked out', async () => {
    const file = newFile();
    const other = new Database(file);
    other.exec('begin immediate');
    const driver = createSqliteDriver(file);
    expect(await read(driver, 'one')).toBeUndefined();
    await driver.close();
    other.exec('commit');
    other.close();
    const closed = new Database(file);
    closed.pragma('locking_mode = exclusive');
    closed.exec('begin immediate; commit');
    expect(() => createSqliteDriver(file)).toThrow('DATABASE_URL');
    closed.close();
    await createSqliteDriver(file).close();
  });

  it('takes a restored file away from other users', () => {
    const file = join(directory, 'restored.db');
    openSqlite(file).close();
    chmodSync(file, 0o644);
    openSqlite(file).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('sets what years of unattended service need', () => {
    const file = join(directory, 'nested/deeper/vault.db');
    const handle = openSqlite(file);
    const pragma = (name: string) => handle.pragma(name, { simple: true });
    expect(statSync(join(directory, 'nested')).mode & 0o777).toBe(0o700);
    expect({
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      keys: pragma('foreign_keys'),
      trusted: pragma('trusted_schema'),
      secureDelete: pragma('secure_delete'),
      busy: pragma('busy_timeout'),
    }).toEqual({
      journal: 'wal',
      synchronous: 2,
      keys: 1,
      trusted: 0,
      secureDelete: 1,
      busy: 5000,
    });
    handle.close();
  });
});
