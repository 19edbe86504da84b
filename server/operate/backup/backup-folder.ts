import { readdirSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { EpochMs } from '../../../shared/units.ts';
import { makeFolder } from '../../database/make-folder.ts';

interface Copy {
  readonly name: string;
  readonly at: number;
}

/** The folder of one database's automatic backups. Other files in it are never touched. */
export interface BackupFolder {
  /** Returns the complete copies, newest first. */
  list(): Copy[];
  /** Returns the path for a copy that is made at this time: `condor-2026-11-23T06-00-00Z.db`. */
  pathFor(at: EpochMs): string;
  /** Deletes incomplete copies, which an interrupted backup has left. */
  removePartials(): void;
  /** Deletes the oldest copies until `count` are left, but never the copy `written`. */
  keep(count: number, written: string): void;
}

/** Opens the folder. If missing, creates the folder, accessible to this user only. */
export function openBackupFolder(folder: string, databaseFile: string): BackupFolder {
  makeFolder(folder);
  const prefix = `${basename(databaseFile, extname(databaseFile))}-`;

  function timeOf(name: string): number | undefined {
    if (!name.startsWith(prefix)) return undefined;
    const stamp = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.db$/.exec(name.slice(prefix.length));
    if (stamp === null) return undefined;
    const at = Date.parse(`${stamp[1]}:${stamp[2]}:${stamp[3]}`);
    return Number.isNaN(at) ? undefined : at;
  }

  function list(): Copy[] {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => {
        const { name } = entry;
        const at = timeOf(name);
        return at === undefined || !entry.isFile() ? [] : [{ name, at }];
      })
      .sort((a, b) => b.at - a.at);
  }

  return {
    list,
    pathFor(at) {
      const stamp = new Date(at)
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replaceAll(':', '-');
      return join(folder, `${prefix}${stamp}.db`);
    },
    removePartials() {
      for (const name of readdirSync(folder)) {
        const complete = name.replace(/\.\d+\.partial(?:-journal)?$/, '');
        if (complete !== name && timeOf(complete) !== undefined)
          rmSync(join(folder, name), { force: true });
      }
    },
    keep(count, written) {
      const others = list().filter(({ name }) => name !== basename(written));
      for (const { name } of others.slice(count - 1)) rmSync(join(folder, name), { force: true });
    },
  };
}
