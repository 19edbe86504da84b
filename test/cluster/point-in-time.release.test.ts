import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedBlocks, documentedCommands } from '../helpers/document.ts';
import { giveToUnprivileged, UNPRIVILEGED } from '../helpers/unprivileged.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { DatabaseNode } from './database-node.ts';
import { ensureClusterPackages } from './packages.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../server/hosting/backup.md', import.meta.url);
const HEADING = '## PostgreSQL to any moment';
const TIMEOUT_MS = 600_000;
const WAIT_MS = 120_000;

let cluster: Cluster;
let programs: string;
beforeAll(async () => {
  programs = (await ensureClusterPackages()).postgresFolder;
  cluster = await startCluster();
}, TIMEOUT_MS);
afterAll(() => cluster?.stop(), TIMEOUT_MS);

const folderOf = ({ name }: DatabaseNode) => join(cluster.folder, name);

function ownFolder(name: string): string {
  const path = join(cluster.folder, name);
  mkdirSync(path, { mode: 0o700 });
  giveToUnprivileged(path);
  return path;
}

/** Runs commands of the document as the user of PostgreSQL. */
const type = (commands: string, variables: Readonly<Record<string, string>>) =>
  run('sh', ['-euc', commands], {
    ...UNPRIVILEGED,
    cwd: '/',
    env: {
      ...process.env,
      PATH: [programs, process.env.PATH ?? ''].join(delimiter),
      BASE_COPY: join(cluster.folder, 'base', 'copy'),
      WAL_ARCHIVE: join(cluster.folder, 'wal'),
      ...variables,
    },
  });

/** Makes all nodes archive their log as the document describes. */
async function archive(): Promise<void> {
  ownFolder('wal');
  ownFolder('base');
  const [settings = ''] = documentedBlocks(DOCUMENT, 'ini', HEADING);
  const parameters = Object.fromEntries(
    [...settings.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('$WAL_ARCHIVE', join(cluster.folder, 'wal')),
    ]),
  );
  const primary = await cluster.healthy();
  await primary.patroni('PATCH', '/config', { postgresql: { parameters } });
  for (const node of cluster.nodes) {
    await until(WAIT_MS, 'a node did not restart', () =>
      node.patroni('POST', '/restart', {}).then(
        () => true,
        () => undefined,
      ),
    );
    await cluster.healthy();
  }
  await until(WAIT_MS, 'nothing is archived', async () => {
    const [row] = await (await cluster.primary()).query<{ archive_mode: string }>(
      'show archive_mode',
    );
    return row?.archive_mode === 'on' ? true : undefined;
  });
}

it(
  'the documented commands restore a cluster to a past moment, and its standbys copy the restored data',
  async () => {
    await archive();
    const [copy = '', restore = ''] = documentedCommands(DOCUMENT, HEADING);
    const node = await cluster.healthy();
    const local = `postgres://postgres@127.0.0.1:${node.ports.sql}/postgres`;
    await node.query('create table marks (mark int)');
    await type(copy, { DATABASE_URL: local });
    // Only the archived log contains this commit.
    await node.query('insert into marks values (1)');
    const [moment] = await node.query<{ now: string }>('select now()::text as now');
    await node.query('delete from marks');
    const [last] = await node.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    );
    await until(WAIT_MS, 'the log was not archived', async () => {
      const rows = await node.query(
        `select from pg_stat_archiver where last_archived_wal >= '${last?.file}'`,
      );
      return rows.length > 0 ? true : undefined;
    });

    for (const one of cluster.nodes) await one.stopCleanly();
    const data = join(folderOf(node), 'data');
    rmSync(data, { recursive: true });
    await type(restore, { NEW_DATA: data, MOMENT: moment?.now ?? '' });
    await type(
      `pg_ctl start --wait --timeout=100 --pgdata="$DATA" --log="$DATA/log" --options="-p ${node.ports.sql} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c archive_mode=off"`,
      { DATA: data },
    );
    await until(WAIT_MS, 'the recovery did not end', async () => {
      const [row] = await node
        .query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
        .catch(() => []);
      return row?.recovers === false ? true : undefined;
    });
    expect(await node.query('select mark from marks')).toEqual([{ mark: 1 }]);
    await type('pg_ctl stop --wait --pgdata="$DATA"', { DATA: data });

    const forget = spawn('patronictl', ['-c', 'patroni.yml', 'remove', 'condor'], {
      ...UNPRIVILEGED,
      cwd: folderOf(node),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    forget.stdin.end('condor\nYes I am aware\n');
    expect((await once(forget, 'exit'))[0]).toBe(0);
    node.start();
    await cluster.primary();
    for (const other of cluster.nodes.filter((one) => one !== node)) {
      rmSync(join(folderOf(other), 'data'), { recursive: true });
      other.start();
    }
    await cluster.healthy();
    for (const one of cluster.nodes)
      expect(await one.query('select mark from marks')).toEqual([{ mark: 1 }]);
  },
  TIMEOUT_MS,
);
