import { join } from 'node:path';
import { startCluster } from '../cluster/cluster.ts';
import { ensureClusterPackages } from '../cluster/packages.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { type BenchResult, median, quantile, round } from './report.ts';
import { ENGINE_ACCOUNTS, measureEngine } from './vault-engine.ts';
import type { Samples } from './vault-samples.ts';
import { openWorld } from './vault-world.ts';

const CLIENTS = [1, 16] as const;

/** Compares a service on the cluster with a service on a single PostgreSQL of the same version. */
export async function bench(): Promise<readonly BenchResult[]> {
  const { postgresFolder } = await ensureClusterPackages();
  const program = (name: string) => join(postgresFolder, name);
  const single = await startPostgres([], {
    initdb: program('initdb'),
    postgres: program('postgres'),
  });
  const floor = await measured(await single.createDatabase('bench'));
  await single.stop();
  const cluster = await startCluster();
  const found = await measured(cluster.urls.primary);
  await cluster.stop();
  return [
    ...CLIENTS.map((clients) =>
      against(
        `commits/s with ${clients === 1 ? '1 client' : `${clients} clients`}`,
        found.commits.get(clients),
        floor.commits.get(clients),
      ),
    ),
    against('logins/s with 16 clients', found.logins, floor.logins),
    against('GET /v1/vault per s with 16 clients', found.reads, floor.reads),
  ];
}

async function measured(url: string) {
  const world = await openWorld(url, ENGINE_ACCOUNTS);
  try {
    return await measureEngine(world, CLIENTS);
  } finally {
    await world.close();
  }
}

/**
 * Returns the cluster's rates and their ratio to a single PostgreSQL's rates. 95 % of the rounds
 * reach `p95`.
 */
function against(
  metric: string,
  found: Samples | undefined,
  floor: Samples | undefined,
): BenchResult {
  const [rates, floors] = [found?.rates ?? [], floor?.rates ?? []];
  return {
    metric: `cluster: ${metric}, against one PostgreSQL`,
    unit: '1/s',
    median: round(median(rates)),
    p95: round(quantile(rates, 0.05)),
    floor: round(median(floors)),
    ratio: round(median(rates) / median(floors)),
  };
}
