import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBackupSchedule } from '../../../server/operate/backup/backup-schedule.ts';
import { epochMs } from '../../../shared/units.ts';
import { createFakeClock, type FakeClock } from '../../helpers/fake-world.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-23T06:00:00Z');

let home: string;
let folder: string;
let clock: FakeClock;
let reports: string[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'condor-schedule-'));
  folder = join(home, 'copies');
  clock = createFakeClock(START);
  reports = [];
});
afterEach(() => rmSync(home, { recursive: true }));

function schedule(
  copy = async (_file: string, path: string, _signal: AbortSignal) => writeFileSync(path, ''),
) {
  return createBackupSchedule({
    settings: { folder, everyMs: HOUR_MS, copies: 3 },
    file: join(home, 'condor.db'),
    clock,
    copy,
    report: {
      done: (_copy, at) => reports.push(`done ${at - START}`),
      failed: (error) => reports.push(`failed ${error instanceof Error ? error.message : ''}`),
      found: (at) => reports.push(`found ${at - START}`),
    },
  });
}

const copies = () => readdirSync(folder).sort();

it('makes the first backup immediately, and then one backup in each interval', async () => {
  const { tick } = schedule();
  await tick();
  expect(copies()).toEqual(['condor-2026-11-23T06-00-00Z.db']);
  clock.advance(HOUR_MS - 1);
  await tick();
  expect(copies()).toHaveLength(1);
  clock.advance(1);
  await tick();
  expect(copies()).toHaveLength(2);
  expect(reports).toEqual(['done 0', `done ${HOUR_MS}`]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('deletes the oldest copies of this database, and no other file', async () => {
  const { tick } = schedule();
  await tick();
  const strangers = ['notes.txt', 'condor-old.db', 'other-2026-11-23T06-00-00Z.db'];
  for (const name of strangers) writeFileSync(join(folder, name), '');
  const directory = 'condor-2019-01-01T00-00-00Z.db';
  mkdirSync(join(folder, directory));
  for (let hour = 0; hour < 4; hour++) {
    clock.advance(HOUR_MS);
    await tick();
  }
  expect(copies()).toEqual(
    [
      'condor-2026-11-23T08-00-00Z.db',
      'condor-2026-11-23T09-00-00Z.db',
      'condor-2026-11-23T10-00-00Z.db',
      directory,
      ...strangers,
    ].sort(),
  );
  expect(reports.filter((line) => line.startsWith('failed'))).toEqual([]);
});

it('continues the interval that an earlier process began', async () => {
  await schedule().tick();
  clock.advance(HOUR_MS / 2);
  const { tick } = schedule();
  await tick();
  expect(reports).toEqual(['done 0', 'found 0']);
  clock.advance(HOUR_MS / 2);
  await tick();
  expect(reports.at(-1)).toBe(`done ${HOUR_MS}`);
});

it('removes the partial file of an interrupted backup at the next start and after a failure', async () => {
  await schedule().tick();
  const partial = join(folder, 'condor-2026-11-23T05-00-00Z.db.4711.partial');
  writeFileSync(partial, '');
  writeFileSync(join(folder, 'mine.partial'), '');
  await schedule().tick();
  const left = ['condor-2026-11-23T06-00-00Z.db', 'mine.partial'];
  expect(copies()).toEqual(left);
  clock.advance(HOUR_MS);
  await schedule(async (_file, path) => {
    writeFileSync(`${path}.4712.partial`, '');
    throw new Error('database or disk is full');
  }).tick();
  expect(copies()).toEqual(left);
  expect(reports.at(-1)).toBe('failed database or disk is full');
});

it('keeps all copies after a failure, and tries again in five minutes', async () => {
  let isFull = false;
  const { tick } = schedule(async (_file, path) => {
    if (isFull) throw new Error('full');
    writeFileSync(path, '');
  });
  for (let hour = 0; hour < 3; hour++) {
    await tick();
    clock.advance(HOUR_MS);
  }
  const before = copies();
  isFull = true;
  await tick();
  clock.advance(5 * 60_000 - 1);
  await tick();
  expect(reports.filter((line) => line === 'failed full')).toHaveLength(1);
  clock.advance(1);
  await tick();
  expect(reports.filter((line) => line === 'failed full')).toHaveLength(2);
  expect(copies()).toEqual(before);
  isFull = false;
  clock.advance(5 * 60_000);
  await tick();
  expect(copies()).toHaveLength(3);
  expect(copies()).not.toEqual(before);
});

it('reports an unusable folder, and uses it once it is usable', async () => {
  writeFileSync(folder, 'a file');
  const { tick } = schedule();
  await tick();
  expect(reports).toEqual([expect.stringContaining('EEXIST')]);
  clock.advance(5 * 60_000 - 1);
  await tick();
  expect(reports).toHaveLength(1);
  rmSync(folder);
  clock.advance(1);
  await tick();
  expect(copies()).toHaveLength(1);
});

it('tries again immediately when the clock was set back after a failure', async () => {
  writeFileSync(folder, 'a file');
  let now = clock.now();
  clock = { ...clock, now: () => now };
  const { tick } = schedule();
  await tick();
  rmSync(folder);
  now = epochMs(now - 24 * HOUR_MS);
  await tick();
  expect(copies()).toEqual(['condor-2026-11-22T06-00-00Z.db']);
});

it('makes one backup at a time, and cancels a running backup when the service stops', async () => {
  let started = 0;
  const { tick, close } = schedule((_file, path, signal) => {
    started++;
    writeFileSync(`${path}.1.partial`, '');
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended')));
    });
  });
  const running = [tick(), tick()];
  expect(started).toBe(1);
  await close();
  await Promise.all(running);
  expect([started, copies(), reports]).toEqual([1, [], []]);
  await tick();
  expect(started).toBe(1);
});

it('makes backups even if the clock was ahead when an earlier backup was made', async () => {
  clock.advance(1000 * HOUR_MS);
  await schedule().tick();
  clock = createFakeClock(START);
  const { tick } = schedule();
  for (let hour = 0; hour < 4; hour++) {
    await tick();
    clock.advance(HOUR_MS);
  }
  expect(copies()).toContain('condor-2026-11-23T09-00-00Z.db');
  expect(copies()).toHaveLength(3);
});
