import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../server/config.ts';
import type { DatabaseTarget } from '../../server/database/target.ts';

export interface LocalData {
  /** Folder of everything that `npm start` writes. */
  readonly folder: string;
  /** The devnet's state, written while it runs and at its end. */
  readonly chain: string;
  /** Chromium's profile with the wallet. */
  readonly profile: string;
}

/** Returns the paths of local data: beside the vault's SQLite file, or in `./data`. */
export function localData({ databases }: Config): LocalData {
  const { vault } = databases;
  const folder = resolve(vault.engine === 'sqlite' ? dirname(vault.file) : 'data');
  return { folder, chain: join(folder, 'devnet.json'), profile: join(folder, 'chromium') };
}

async function removeDatabase(target: DatabaseTarget): Promise<void> {
  if (target.engine !== 'sqlite') return;
  for (const suffix of ['', '-wal', '-shm']) await rm(`${target.file}${suffix}`, { force: true });
}

/**
 * Deletes the last devnet and what orders and indexer stored about it, because a new chain has other
 * blocks and orders. The vault's rows and the browser's profile are user data and stay. On
 * PostgreSQL no rows are deleted; the indexer detects that its blocks are gone.
 */
export async function forgetChain(config: Config): Promise<void> {
  await rm(localData(config).chain, { force: true });
  await removeDatabase(config.databases.orders);
  await removeDatabase(config.databases.indexer);
}

/**
 * Deletes all local data: chain, databases, and the browser's profile with its wallet.
 * @throws Error if the data are on PostgreSQL, where other programs may use them
 */
export async function resetData(config: Config): Promise<void> {
  if (config.databases.vault.engine !== 'sqlite')
    throw new Error('--reset deletes SQLite files only; empty the PostgreSQL database yourself');
  await forgetChain(config);
  await removeDatabase(config.databases.vault);
  await rm(localData(config).profile, { recursive: true, force: true });
}
