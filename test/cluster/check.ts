import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { seededRandom } from '../devnet/random-walk.ts';
import { type Anomaly, findAnomalies } from './anomalies.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import { longestGap } from './figures.ts';
import { createHistory, type FinalAccount } from './history.ts';
import { readStandbys } from './standby-reader.ts';
import { connectServices, createDevice, createSharedAccount } from './workload.ts';

export interface CheckOptions {
  readonly seed: number;
  /** Number of clients. Two clients share an account. */
  readonly clients: number;
  /** Average pause of a client between two steps. */
  readonly pauseMs: number;
  /** Minimum duration of the run. The run also lasts until all faults are repaired. */
  readonly leastMs: number;
  /** Returns the faults in order. Called when the clients have started to work. */
  faults(countAcknowledged: () => number): Iterable<Fault>;
  onFault?(fault: FaultFigures): void;
}

/**
 * The longest periods without an acknowledged commit, without a read of a vault, and without a read
 * from a standby.
 */
interface Gaps {
  readonly writesMs: number;
  readonly readsMs: number;
  readonly standbyReadsMs: number;
}

interface FaultFigures extends Gaps {
  readonly name: string;
  /** Milliseconds until the cluster was healthy again. */
  readonly durationMs: number;
}

export interface CheckResult extends Gaps {
  readonly anomalies: readonly Anomaly[];
  readonly acknowledged: number;
  readonly unknown: number;
  readonly faults: readonly FaultFigures[];
  readonly durationMs: number;
}

/** Lets clients work while faults happen, then compares the clients' observations. */
export async function checkCluster(cluster: Cluster, options: CheckOptions): Promise<CheckResult> {
  const random = seededRandom(options.seed);
  const history = createHistory();
  const { clients, close } = connectServices(cluster.services.map(({ port }) => port));
  const [first] = clients;
  if (first === undefined) throw new Error('the cluster has no service');
  const accounts = [];
  for (let i = 0; i < options.clients / 2; i++)
    accounts.push(await createSharedAccount(first, history));
  const devices = [...accounts, ...accounts].map((account, index) =>
    createDevice({
      services: clients,
      account,
      history,
      random: seededRandom(options.seed * 1000 + index),
    }),
  );
  const standby = readStandbys(cluster.urls.standby);
  const acknowledged = () => history.commits.filter(({ outcome }) => outcome === 'acknowledged');
  const gapsIn = (period: { readonly begin: number; readonly end: number }): Gaps => ({
    writesMs: longestGap(
      acknowledged().map(({ end }) => end),
      period,
    ),
    readsMs: longestGap(
      history.vaultReads.map(({ end }) => end),
      period,
    ),
    standbyReadsMs: longestGap(standby.times, period),
  });

  const begin = performance.now();
  let isDone = false;
  const working = Promise.all(devices.map((device) => device.run(options.pauseMs, () => isDone)));
  const faults: FaultFigures[] = [];
  const breaking = (async () => {
    for (const fault of options.faults(() => acknowledged().length)) {
      const from = performance.now();
      await fault.run(cluster, random);
      await cluster.healthy();
      await wait(options.pauseMs * (5 + 10 * random()));
      const period = { begin: from, end: performance.now() };
      const figures = { name: fault.name, durationMs: period.end - from, ...gapsIn(period) };
      faults.push(figures);
      options.onFault?.(figures);
    }
    await wait(Math.max(0, options.leastMs - (performance.now() - begin)));
  })().finally(() => {
    isDone = true;
  });
  try {
    await Promise.all([breaking, working]);
    await standby.stop();
    const period = { begin, end: performance.now() };
    for (const device of devices) await device.finish();
    const found = await readAccounts(cluster.urls.primary);
    const own = new Set(accounts.map(({ id }) => id));
    return {
      anomalies: findAnomalies(
        history,
        found.filter(({ account }) => own.has(account)),
      ),
      acknowledged: acknowledged().length,
      unknown: history.commits.filter(({ outcome }) => outcome === 'unknown').length,
      faults,
      durationMs: period.end - period.begin,
      ...gapsIn(period),
    };
  } finally {
    isDone = true;
    await standby.stop();
    close();
  }
}

/** Reads the lists of all accounts at the end, when no client writes any more. */
async function readAccounts(url: string): Promise<FinalAccount[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: vaults } = await client.query<{
      account: string;
      revision: string;
      digest: string;
    }>('select account_id as account, revision, digest from vaults where revision > 0');
    const { rows: receipts } = await client.query<{
      account: string;
      operation: string;
      revision: string;
      digest: string;
    }>('select account_id as account, operation_id as operation, revision, digest from receipts');
    return vaults.map(({ account, revision, digest }) => ({
      account,
      vault: { revision: Number(revision), digest },
      receipts: receipts
        .filter((receipt) => receipt.account === account)
        .map(({ operation, ...receipt }) => ({
          operation,
          digest: receipt.digest,
          revision: Number(receipt.revision),
        })),
    }));
  } finally {
    await client.end();
  }
}
