import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, openReader } from '../../server/database/open.ts';
import { createTransactions } from '../../server/database/transactions.ts';
import type { VaultTables } from '../../server/vault/storage/tables.ts';
import { IS_RELEASE } from '../belts.ts';
import { runServerToEnd } from '../helpers/server-process.ts';
import { type CheckOptions, checkCluster } from './check.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { FAULTS, type Fault, KILLED_PRIMARY, loseCommits } from './faults.ts';

/** `npm test` tries a failover, and two of the faults that end a wait; a release tries all. */
const USUAL = [
  KILLED_PRIMARY,
  'kill -9 of a service',
  'pg_cancel_backend on commits that wait for a standby',
];
const faults: readonly Fault[] = IS_RELEASE
  ? FAULTS
  : FAULTS.filter(({ name }) => USUAL.includes(name));

const LOAD = { seed: 1, clients: 4, pauseMs: 300, leastMs: 0 } satisfies Partial<CheckOptions>;
const TIMEOUT_MS = 600_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(async () => {
  await cluster?.stop();
  expect(existsSync(cluster.folder)).toBe(false);
});

describe('a standby', () => {
  it('keeps the server from starting on it', async () => {
    const { code, err } = await runServerToEnd({
      environment: { DATABASE_URL: cluster.urls.standby, DATABASE_WAIT_SECONDS: '0' },
    });
    expect(code).toBe(1);
    expect(err).toBe(
      'condor: the database that DATABASE_URL names did not answer within 0 s (STANDBY)\n',
    );
  });

  it('serves those who only read, not those who need the newest data', async () => {
    const target = { engine: 'postgres', url: cluster.urls.standby } as const;
    const [database, reader] = [openDatabase<VaultTables>(target), openReader<VaultTables>(target)];
    const count = (db: Kysely<VaultTables>) =>
      createTransactions({ db }).read((open) => open.selectFrom('vaults').selectAll().execute());
    await expect(count(database.db)).rejects.toMatchObject({ code: 'storage-busy' });
    await expect(count(reader.db)).resolves.toEqual([]);
    await Promise.all([database.close(), reader.close()]);
  });
});

it('keeps all that it acknowledged while its parts fail', { timeout: TIMEOUT_MS }, async () => {
  const result = await checkCluster(cluster, { ...LOAD, faults: () => faults });
  expect(result.anomalies).toEqual([]);
  expect(result.faults).toHaveLength(faults.length);
  // Commits before, between and after the faults.
  expect(result.acknowledged).toBeGreaterThan(2 * faults.length);
});

it('loses acknowledged commits without synchronous replication, which the checker finds', {
  timeout: TIMEOUT_MS,
}, async () => {
  await cluster.setSynchronous(false);
  const result = await checkCluster(cluster, {
    ...LOAD,
    faults: (countAcknowledged) => [loseCommits(countAcknowledged)],
  });
  expect(result.anomalies.map(({ kind }) => kind)).toContain('lost-commit');
});
