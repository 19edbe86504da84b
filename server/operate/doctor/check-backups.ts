import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseTarget } from '../../database/target.ts';
import { openBackupFolder } from '../backup/backup-folder.ts';
import type { BackupSettings } from '../backup/backup-schedule.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, warning, problem } = findingsOf('backups');

/** Checks that backups are made, are recent, and are on another disk. */
export function checkBackups(
  target: DatabaseTarget,
  settings: BackupSettings | undefined,
  now: number,
): Finding[] {
  if (target.engine === 'postgres')
    return [
      warning(
        'Condor makes none of PostgreSQL',
        'use continuous archiving or pg_dump, see server/hosting/backup.md',
      ),
    ];
  if (settings === undefined)
    return [
      problem(
        'none are made by themselves',
        'set VAULT_BACKUP_DIR to a folder of its own, best on another disk',
      ),
    ];
  const { folder, everyMs } = settings;
  if (!existsSync(folder))
    return [
      problem(`${folder} does not exist`, 'start the service, which makes it with the first copy'),
    ];
  if (!isWritable(folder))
    return [problem(`${folder} is not writable`, 'give it to the user of the service')];
  const [newest] = openBackupFolder(folder, target.file)
    .list()
    .filter(({ at }) => at <= now);
  const findings: Finding[] = [];
  const minutes = newest === undefined ? undefined : Math.round((now - newest.at) / 60_000);
  if (minutes === undefined || minutes * 60_000 > 2 * everyMs)
    findings.push(
      problem(
        minutes === undefined
          ? `${folder} has no copy`
          : `the newest copy is ${minutes} minutes old`,
        'look for "backup failed" in the log of the service',
      ),
    );
  if (statSync(folder).dev === statSync(dirname(target.file)).dev)
    findings.push(
      warning('copies are on the disk of the database', 'copy the folder to another machine'),
    );
  return findings.length > 0 ? findings : [ok(`the newest copy is ${minutes} minutes old`)];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
