import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { until } from './until.ts';

/** A failure and its repair. The cluster is healthy before the failure begins. */
export interface Fault {
  readonly name: string;
  run(cluster: Cluster, random: () => number): Promise<void>;
}

/** Maximum milliseconds until a fault has begun, or its clients have noticed it. */
const WAITING_MS = 60_000;
/** Milliseconds until Patroni notices a killed PostgreSQL that hasn't restarted. */
const NOTICED_MS = 10_000;

/** Milliseconds until a lost primary returns: during or after the failover. */
const LONG_AFTER_MS = 4000;

export const KILLED_PRIMARY = 'kill -9 of the primary’s machine';

const CANCELLED = 20;

export const FAULTS = [
  {
    name: KILLED_PRIMARY,
    async run(cluster) {
      const node = await cluster.primary();
      node.kill('all');
      await cluster.primary(node);
      node.start();
    },
  },
  {
    name: 'kill -9 of the primary’s PostgreSQL',
    async run(cluster) {
      const node = await cluster.primary();
      node.kill('postgres');
      await until(NOTICED_MS, 'Patroni did not notice', async () =>
        (await node.isPrimary()) ? undefined : true,
      ).catch(() => undefined);
      await cluster.primary();
    },
  },
  {
    name: 'SIGSTOP of the primary, SIGCONT after the failover',
    async run(cluster, random) {
      const node = await cluster.primary();
      node.pause();
      await cluster.primary(node);
      await wait(random() * LONG_AFTER_MS);
      node.resume();
    },
  },
  {
    name: 'network cut of the primary until the failover',
    async run(cluster, random) {
      const node = await cluster.primary();
      node.cut('all');
      await cluster.primary(node);
      await wait(random() * LONG_AFTER_MS);
      node.heal();
    },
  },
  {
    name: 'etcd killed for up to six seconds',
    async run({ etcd, primary }, random) {
      await etcd.stop('SIGKILL');
      await wait(random() * 6000);
      etcd.start();
      await primary();
    },
  },
  {
    name: 'synchronous standby stopped cleanly',
    async run(cluster) {
      const node = await cluster.synchronousStandby(await cluster.primary());
      await node.stopCleanly();
      node.start();
    },
  },
  {
    name: 'kill -9 of the synchronous standby',
    async run(cluster) {
      const primary = await cluster.primary();
      const node = await cluster.synchronousStandby(primary);
      node.kill('all');
      await until(60_000, 'no other standby took over', async () => {
        const now = await cluster.synchronousStandby(primary);
        return now === node ? undefined : true;
      });
      node.start();
    },
  },
  {
    name: 'switchover',
    async run(cluster) {
      const former = await until(WAITING_MS, 'no switchover was accepted', async () => {
        const node = await cluster.primary();
        // Patroni refuses a switchover while a standby is behind.
        const isAccepted = node.patroni('POST', '/switchover', { leader: node.name });
        return isAccepted.then(
          () => node,
          () => undefined,
        );
      });
      await cluster.primary(former);
    },
  },
  {
    name: 'kill -9 of a service',
    async run({ services }, random) {
      const service = services[Math.floor(random() * services.length)];
      await service?.kill();
      await service?.start();
    },
  },
  {
    name: 'all services replaced one by one by another version',
    async run({ services }) {
      for (const service of services) await service.replace();
    },
  },
  {
    name: 'pg_cancel_backend on commits that wait for a standby',
    async run(cluster) {
      const node = await cluster.primary();
      node.cut('standbys');
      try {
        let cancelled = 0;
        await until(WAITING_MS, 'too few commits waited for a standby', async () => {
          const waiting = await node
            .query(
              "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
            )
            .catch(() => []);
          cancelled += waiting.length;
          // A primary that lost etcd for a moment may give up its role during the wait.
          return cancelled >= CANCELLED || !(await node.isPrimary()) ? true : undefined;
        });
      } finally {
        node.heal();
      }
    },
  },
] as const satisfies readonly Fault[];

/**
 * Loses commits unless commits wait for a standby: the primary loses contact with its standbys,
 * continues to confirm commits, and is killed.
 */
export function loseCommits(countAcknowledged: () => number): Fault {
  return {
    name: 'kill -9 of a primary that its standbys don’t follow',
    async run(cluster) {
      const node = await cluster.primary();
      node.cut('standbys');
      const before = countAcknowledged();
      await until(WAITING_MS, 'no commit was answered', () =>
        countAcknowledged() >= before + LOST ? true : undefined,
      );
      node.kill('all');
      await cluster.primary(node);
      // If the network healed before the node's end, it would still deliver the node's packets.
      node.heal();
      node.start();
    },
  };
}

/** Number of commits of several accounts, far below the lag that prevents a failover. */
const LOST = 20;
