import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseTarget } from '../../database/target.ts';
import type { BackupSettings } from '../backup/backup-schedule.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Bytes of free space below which any database has a problem. */
const MIN_BYTES = 500_000_000;

export type DiskSpace = (folder: string) => { readonly free: number; readonly all: number };

/** Returns the space that users without privileges can use. */
export const diskSpace: DiskSpace = (folder) => {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, all: blocks * bsize };
};

/** Checks that the database and the backups have room to grow. */
export function checkDisk(
  files: readonly DatabaseTarget[],
  backups: BackupSettings | undefined,
  spaceOf: DiskSpace = diskSpace,
): Finding[] {
  const { ok, problem } = findingsOf('free disk');
  const databases = files.flatMap((target) => (target.engine === 'sqlite' ? [target.file] : []));
  const bytes = databases.reduce((sum, file) => sum + bytesOf(file) + bytesOf(`${file}-wal`), 0);
  const [vault] = databases;
  const copy = vault === undefined ? 0 : bytesOf(vault);
  const folders = new Map(
    [
      ...databases.map((file) => [resolve(dirname(file)), bytes] as const),
      ...(backups === undefined ? [] : [[resolve(backups.folder), copy] as const]),
    ].filter(([folder]) => existsSync(folder)),
  );
  return [...folders].map(([folder, growth]) => {
    const { free } = spaceOf(folder);
    const text = `${size(free)} are free for ${folder}`;
    return free >= Math.max(MIN_BYTES, 2 * growth)
      ? ok(text)
      : problem(text, `make room, at least ${size(Math.max(MIN_BYTES, 2 * growth))}`);
  });
}

/** Returns a size with one decimal: `4.1 kB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
