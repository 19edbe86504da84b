import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, readConfig } from '../../server/config.ts';
import { makeFolder } from '../../server/database/make-folder.ts';
import { openAlone } from '../../server/database/move/open-alone.ts';
import type { DatabaseTarget } from '../../server/database/target.ts';
import { hasCode } from '../../shared/errors.ts';

export interface LocalData {
  /** Folder with all files that `npm start` writes. */
  readonly folder: string;
  readonly chain: string;
  readonly profile: string;
}

/**
 * A separate folder below `data`, because `npm start` must not touch the data of `npm run server`.
 */
const DEFAULT_DATABASE = 'sqlite:./data/start/condor.db';

/**
 * Reads the settings of `npm start`. Its services receive `databaseUrl` as their `DATABASE_URL`.
 * @throws Error for PostgreSQL, because a real server may use this database
 */
export function readLocalSettings(environment: Readonly<Partial<Record<string, string>>>): {
  readonly config: Config;
  readonly databaseUrl: string;
} {
  const databaseUrl = environment.DATABASE_URL || DEFAULT_DATABASE;
  const config = readConfig({ ...environment, DATABASE_URL: databaseUrl });
  if (config.databases.vault.engine !== 'sqlite')
    throw new Error('npm start is a demo and never writes to PostgreSQL; unset DATABASE_URL');
  return { config, databaseUrl };
}

/** Returns the paths of local data, beside the vault's SQLite file. */
export function localData({ databases }: Config): LocalData {
  const [file = ''] = fileOf(databases.vault);
  const folder = resolve(dirname(file));
  return { folder, chain: join(folder, 'devnet.json'), profile: join(folder, 'chromium') };
}

/** Name of a file that marks a folder whose data `npm start` may change and delete. */
const MARK = 'condor-start.txt';

/**
 * Marks the folder of `DATABASE_URL` as a folder of `npm start`. Must be called before files in the
 * folder are written or deleted.
 * @throws Error if the folder has data that `npm start` didn't write, such as a real server's data
 */
export async function claimFolder(config: Config): Promise<void> {
  const { folder, profile } = localData(config);
  const mark = join(folder, MARK);
  if (existsSync(mark)) return;
  const databases = Object.values(config.databases).flatMap(fileOf);
  const found = [...databases, profile].find((path) => existsSync(path));
  if (found !== undefined) {
    throw new Error(
      `npm start only uses data that it wrote itself, and not ${found}; unset DATABASE_URL, or name a file in a new folder`,
    );
  }
  makeFolder(folder);
  await writeFile(mark, 'npm start wrote the data in this folder, and deletes them.\n');
}

function fileOf(target: DatabaseTarget): string[] {
  return target.engine === 'sqlite' ? [target.file] : [];
}

/**
 * Checks that no server uses the databases.
 * @throws CondorError `database-in-use`
 */
function requireUnused(targets: readonly DatabaseTarget[]): void {
  for (const file of targets.flatMap(fileOf)) {
    if (!existsSync(file)) continue;
    try {
      openAlone(file).close();
    } catch (error) {
      // Other errors are ignored, because damaged files may be deleted.
      if (hasCode(error, 'database-in-use')) throw error;
    }
  }
}

async function removeDatabase(target: DatabaseTarget): Promise<void> {
  if (target.engine !== 'sqlite') return;
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    await rm(`${target.file}${suffix}`, { force: true });
}

/**
 * Deletes the last devnet and the data that orders service and indexer stored about it, because a
 * new chain has other blocks and orders. Keeps the vault's rows and the browser's profile, because
 * they are user data.
 * @throws CondorError `database-in-use`
 */
export async function forgetChain(config: Config): Promise<void> {
  const { orders, indexer } = config.databases;
  requireUnused([orders, indexer]);
  await rm(localData(config).chain, { force: true });
  await removeDatabase(orders);
  await removeDatabase(indexer);
}

export async function resetData(config: Config): Promise<void> {
  requireUnused([config.databases.vault]);
  await forgetChain(config);
  await removeDatabase(config.databases.vault);
  await rm(localData(config).profile, { recursive: true, force: true });
}
