import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, openReader } from '../../server/database/open.ts';
import { createTransactions } from '../../server/database/transactions.ts';
import type { VaultTables } from '../../server/vault/storage/tables.ts';
import { runServerToEnd } from '../helpers/server-process.ts';
import { checkCluster } from './check.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { FAULTS, KILLED_PRIMARY } from './faults.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.stop());

describe('a standby', () => {
  it('the server refuses to start on a standby database', async () => {
    const { code, err } = await runServerToEnd({
      environment: { DATABASE_URL: cluster.urls.standby, DATABASE_WAIT_SECONDS: '0' },
    });
    expect(code).toBe(1);
    expect(err).toBe(
      'condor: the database that DATABASE_URL names did not answer within 0 s (STANDBY)\n',
    );
  });

  it('a standby serves clients that only read, but not clients that need the newest data', async () => {
    const target = { engine: 'postgres', url: cluster.urls.standby } as const;
    const [database, reader] = [openDatabase<VaultTables>(target), openReader<VaultTables>(target)];
    const count = (db: Kysely<VaultTables>) =>
      createTransactions({ db }).read((open) => open.selectFrom('vaults').selectAll().execute());
    await expect(count(database.db)).rejects.toMatchObject({ code: 'storage-busy' });
    await expect(count(reader.db)).resolves.toEqual([]);
    await Promise.all([database.close(), reader.close()]);
  });
});

it('the cluster keeps every acknowledged commit when its primary is killed', {
  timeout: 600_000,
}, async () => {
  const result = await checkCluster(cluster, {
    seed: 1,
    clients: 2,
    pauseMs: 300,
    leastMs: 0,
    faults: () => FAULTS.filter(({ name }) => name === KILLED_PRIMARY),
  });
  expect(result.anomalies).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(2);
});
