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
import { openSqlite } from '../../../server/database/sqlite.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-sqlite-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('opening SQLite', () => {
  it.each([
    ['a directory', 'folder'],
    ['a file that isn’t a database', 'notes.txt'],
  ])(
    'refuses to open %s, throws an error that names DATABASE_URL, and changes nothing',
    (_title, name) => {
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
    },
  );

  it.each([
    ['NFS', 0x6969],
    ['SMB', 0x517b],
    ['SMB', 0xff534d42],
    ['SMB', 0xfe534d42],
    ['AFS', 0x5346414f],
    ['Ceph', 0x00c36400],
  ])('refuses a file on a network share (%s, %d), and doesn’t create a file', (share, type) => {
    const own = mkdtempSync(join(directory, 'share-'));
    expect(() => openSqlite(join(own, 'x.db'), { fileSystemType: () => type })).toThrow(
      `DATABASE_URL names is on a network share (${share})`,
    );
    expect(readdirSync(own)).toEqual([]);
  });

  it.each([
    ['ext4', 0xef53],
    ['XFS', 0x58465342],
    ['Btrfs', 0x9123683e],
    ['overlay', 0x794c7630],
    ['FUSE', 0x65735546],
    ['an unknown file system', undefined],
  ])('opens a file on %s', (_, type) => {
    const own = mkdtempSync(join(directory, 'disk-'));
    openSqlite(join(own, 'x.db'), { fileSystemType: () => type }).close();
    expect(readdirSync(own)).toEqual(['x.db']);
  });

  it('removes other users’ access to all files of an open, restored database', () => {
    const file = join(directory, 'opened.db');
    openSqlite(file).close();
    chmodSync(file, 0o644);
    const handle = openSqlite(file);
    handle.exec('create table things (id text)');
    for (const suffix of ['', '-wal', '-shm'])
      expect(statSync(file + suffix).mode & 0o777, suffix).toBe(0o600);
    handle.close();
  });

  it('opens a database whose write lock is taken, but throws an error that names DATABASE_URL when the lock also blocks reads', () => {
    const file = join(directory, 'locked.db');
    openSqlite(file).close();
    const options = { busyTimeoutMs: 0 };
    const other = new Database(file);
    other.exec('begin immediate');
    const handle = openSqlite(file, options);
    expect(handle.prepare('select count(*) from sqlite_schema').pluck().get()).toBe(0);
    handle.close();
    other.exec('commit');
    other.close();
    const closed = new Database(file);
    closed.pragma('locking_mode = exclusive');
    closed.exec('begin immediate; commit');
    expect(() => openSqlite(file, options)).toThrow('DATABASE_URL');
    closed.close();
    openSqlite(file, options).close();
  });

  it('removes other users’ access to a restored database file', () => {
    const file = join(directory, 'restored.db');
    openSqlite(file).close();
    chmodSync(file, 0o644);
    openSqlite(file).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('creates a private folder, and sets the journal mode, sync, foreign keys, secure deletion and the busy timeout', () => {
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
