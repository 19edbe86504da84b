import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, readConfig } from '../../server/config.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { claimFolder, forgetChain, localData, readLocalSettings, resetData } from './local-data.ts';

let folder: string;
let config: Config;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condor-data-'));
  config = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'condor.db')}` });
  for (const target of Object.values(config.databases))
    for (const suffix of ['', '-wal', '-shm'])
      if (target.engine === 'sqlite') await writeFile(`${target.file}${suffix}`, 'rows');
  const files = localData(config);
  await writeFile(files.chain, '{}');
  await mkdir(join(files.profile, 'Default'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('forgetChain deletes the previous chain and its rows, and keeps the vault’s rows and the browser’s profile', async () => {
  await forgetChain(config);
  expect((await readdir(folder)).sort()).toEqual([
    'chromium',
    'condor.db',
    'condor.db-shm',
    'condor.db-wal',
  ]);
});

test('a reset deletes exactly the files that npm start wrote', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await resetData(config);
  expect(await readdir(folder)).toEqual(['notes.txt']);
});

test('npm start refuses settings that name a PostgreSQL database', () => {
  const DATABASE_URL = 'postgres://user:password@localhost:5432/condor';
  expect(() => readLocalSettings({ DATABASE_URL })).toThrow(
    'npm start is a demo and never writes to PostgreSQL; unset DATABASE_URL',
  );
});

test.each([{}, { DATABASE_URL: '' }])(
  'npm start with the settings %j uses a folder that differs from a server’s folder',
  (environment) => {
    const { config: own, databaseUrl } = readLocalSettings(environment);
    expect(localData(own).folder).toBe(resolve('data/start'));
    expect(databaseUrl).toBe('sqlite:./data/start/condor.db');
    expect(localData(readConfig({})).folder).toBe(resolve('data'));
  },
);

test('npm start accepts a folder with data that npm start created itself', async () => {
  const fresh = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'new', 'condor.db')}` });
  await claimFolder(fresh);
  await writeFile(join(folder, 'new', 'condor.db'), 'rows');
  await claimFolder(fresh);
});

test.each(['condor.db', 'condor.indexer.db', 'chromium'])(
  'npm start refuses a folder that npm start didn’t create and that contains %s',
  async (name) => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, name), 'mine');
    await expect(
      claimFolder(readConfig({ DATABASE_URL: `sqlite:${join(other, 'condor.db')}` })),
    ).rejects.toThrow(
      `npm start only uses data that it wrote itself, and not ${join(other, name)};`,
    );
    expect(await readdir(other)).toEqual([name]);
  },
);

test('a reset deletes nothing while a server uses one of the databases', async () => {
  for (const target of Object.values(config.databases)) {
    if (target.engine !== 'sqlite') continue;
    for (const suffix of ['', '-wal', '-shm']) await rm(`${target.file}${suffix}`);
    const server = openSqlite(target.file);
    server.exec('create table rows (id integer)');
    await expect(resetData(config)).rejects.toMatchObject({ code: 'database-in-use' });
    server.close();
  }
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining([
      'chromium',
      'condor.db',
      'condor.orders.db',
      'condor.indexer.db',
      'devnet.json',
    ]),
  );
});
