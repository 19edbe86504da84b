import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CheckOptions, checkCluster } from './check.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { FAULTS, loseCommits } from './faults.ts';

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

it('the cluster keeps every acknowledged commit while its nodes and connections fail', {
  timeout: TIMEOUT_MS,
}, async () => {
  const result = await checkCluster(cluster, { ...LOAD, faults: () => FAULTS });
  expect(result.anomalies).toEqual([]);
  expect(result.faults).toHaveLength(FAULTS.length);
  // There were commits before, between and after the faults.
  expect(result.acknowledged).toBeGreaterThan(2 * FAULTS.length);
});

it('the checker finds acknowledged commits that a cluster without synchronous replication lost', {
  timeout: TIMEOUT_MS,
}, async () => {
  await cluster.setSynchronous(false);
  const result = await checkCluster(cluster, {
    ...LOAD,
    faults: (countAcknowledged) => [loseCommits(countAcknowledged)],
  });
  expect(result.anomalies.map(({ kind }) => kind)).toContain('lost-commit');
});
