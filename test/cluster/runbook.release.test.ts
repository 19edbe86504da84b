import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdvisoryLease } from '../../server/database/failover/advisory-lease.ts';
import { UNPRIVILEGED } from '../helpers/unprivileged.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { DatabaseNode } from './database-node.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const RUNBOOK = readFileSync(new URL('../../server/hosting/runbook.md', import.meta.url), 'utf8');
const COMMANDS = [...RUNBOOK.matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command);
const TIMEOUT_MS = 600_000;
const WAIT_MS = 60_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, TIMEOUT_MS);
afterAll(() => cluster?.stop(), TIMEOUT_MS);

/** Returns the runbook's command that contains these words. */
function documented(words: string): string {
  const command = COMMANDS.find((one) => one.includes(words));
  if (command === undefined) throw new Error(`the runbook has no command with "${words}"`);
  return command;
}

/** Runs a statement as the role of the services. */
async function ask(statement: string, url = cluster.urls.primary) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a command on a node and answers the command's questions. */
async function typeOn(node: DatabaseNode, command: string, answers = ''): Promise<string> {
  const shell = spawn('sh', ['-euc', command], {
    ...UNPRIVILEGED,
    cwd: join(cluster.folder, node.name),
    env: { ...process.env, PATRONICTL_CONFIG_FILE: 'patroni.yml', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  shell.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  shell.stdin.end(answers);
  const [code] = await once(shell, 'close');
  if (code !== 0) throw new Error(`${command}: ${output}`);
  return output;
}

describe('the runbook', { timeout: TIMEOUT_MS }, () => {
  it('the services’ database role can run the diagnostic statements of the runbook', async () => {
    expect(await ask(documented('default_transaction_isolation'))).toEqual([
      { default_transaction_isolation: 'read committed' },
    ]);
    expect(await ask(documented('select wait_event'))).not.toEqual([]);
    expect(await ask(documented('pg_stat_archiver'))).toHaveLength(1);
    expect(await ask(documented('now() - query_start'), cluster.urls.standby)).not.toEqual([]);
    const reached = await run('sh', ['-euc', documented('psql')], {
      env: { ...process.env, DATABASE_URL: cluster.urls.primary },
    });
    expect(reached.stdout).toContain('(1 row)');
  });

  it('finds and ends the session that holds a lock', async () => {
    const holder = new pg.Client({ connectionString: cluster.urls.primary });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin; lock table vaults');
    const waiting = ask('select count(*) from vaults');
    const sessions = documented('pg_blocking_pids(pid)');
    const blocker = await until(WAIT_MS, 'no session waits', async () => {
      const rows = await ask(sessions);
      return rows.flatMap(({ pg_blocking_pids: pids }) => (Array.isArray(pids) ? pids : []))[0];
    });
    await ask(`select pg_terminate_backend(${blocker})`);
    expect(await waiting).toHaveLength(1);
  });

  it('finds and ends the session that holds the writer’s lease, and a waiting process gets the lease', async () => {
    const lease = { url: cluster.urls.primary, name: 'runbook', silenceMs: 30_000 };
    const [stuck, next] = [createAdvisoryLease(lease), createAdvisoryLease(lease)];
    expect([await stuck.hold(), await next.hold()]).toEqual([true, false]);
    const [found] = await ask(documented("locktype = 'advisory'"));
    await ask(documented('pg_terminate_backend(PID)').replace('PID', String(found?.pid)));
    await until(WAIT_MS, 'the lease was not free', async () =>
      (await next.hold()) ? true : undefined,
    );
    await Promise.all([stuck.release(), next.release()]);
  });

  it('lists the nodes with their roles, and shows which node answers as the primary', async () => {
    const primary = await cluster.healthy();
    const list = await typeOn(primary, documented('patronictl list'));
    expect(list).toMatch(new RegExp(`${primary.name} .*Leader.*running`));
    expect(list.match(/Sync Standby/g)).toHaveLength(1);
    for (const node of cluster.nodes) {
      const command = documented('curl http://NODE').replace(
        'NODE:8008',
        `127.0.0.1:${node.ports.rest}`,
      );
      const answers = await typeOn(node, `${command} --silent --fail`).then(
        () => true,
        () => false,
      );
      expect(answers).toBe(node === primary);
    }
  });

  it('lets a standby copy the primary again', async () => {
    const primary = await cluster.healthy();
    const standby = cluster.nodes.find((node) => node !== primary);
    if (standby === undefined) return expect.unreachable();
    const before = await standby.query('select pg_postmaster_start_time() as start');
    const command = documented('patronictl reinit').replace('NODE', standby.name);
    await typeOn(primary, command, 'y\n');
    await until(WAIT_MS, 'the standby was not copied', async () => {
      const after = await standby
        .query('select pg_postmaster_start_time() as start')
        .catch(() => before);
      return JSON.stringify(after) === JSON.stringify(before) ? undefined : true;
    });
    await cluster.healthy();
  });
});
