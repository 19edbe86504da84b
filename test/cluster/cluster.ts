import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { developmentWebauthnOrigins } from '../../server/config.ts';
import { documentedBlocks } from '../helpers/document.ts';
import { freePorts } from '../helpers/free-port.ts';
import { giveToUnprivileged, openFolder } from '../helpers/unprivileged.ts';
import { CLUSTER_DOCUMENT } from './cluster-document.ts';
import { createDatabaseNode, type DatabaseNode, PORTS_PER_NODE } from './database-node.ts';
import { createEtcd } from './etcd.ts';
import { createHaproxy } from './haproxy.ts';
import { ensureClusterPackages } from './packages.ts';
import { type Daemon, endWithFolder } from './processes.ts';
import { type ClusterService, createService } from './service.ts';
import { until } from './until.ts';

const NODES = ['pg1', 'pg2', 'pg3'] as const;
const SERVICES = 3;
/** Milliseconds for a start on a busy machine, and for a node that copies the database again. */
const HEALTHY_MS = 120_000;
/** Milliseconds for a standby to catch up before it has to copy the primary. */
const COPY_AFTER_MS = 60_000;

export const CLUSTER_TENANT = {
  origin: 'https://vault.example.com',
  webauthnOrigin: developmentWebauthnOrigins()[0] ?? '',
} as const;

export interface Cluster {
  /** Folder with all data of the cluster; deleted by `stop`. */
  readonly folder: string;
  readonly nodes: readonly DatabaseNode[];
  readonly services: readonly ClusterService[];
  readonly etcd: Daemon;
  /**
   * Addresses of the database through HAProxy. `primary` leads to the primary, `standby` to any
   * standby.
   */
  readonly urls: { readonly primary: string; readonly standby: string };
  /** Waits for a primary other than `except`. */
  primary(except?: DatabaseNode): Promise<DatabaseNode>;
  /** Returns the node that confirms the primary's commits. */
  synchronousStandby(primary: DatabaseNode): Promise<DatabaseNode>;
  /** Waits until the primary and both standbys run and, if required, a standby confirms commits. */
  healthy(): Promise<DatabaseNode>;
  /** Returns how many standbys had to copy the primary again. */
  copies(): number;
  /** Makes commits wait for a standby or not, and waits until the primary has changed. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts three PostgreSQL nodes with Patroni, etcd, HAProxy and three service processes on free
 * ports, with their data in a temporary folder. `onReady` is called with each part that answers.
 * @throws Error of one line that names a missing package
 */
export async function startCluster(
  onReady: (name: string, url: string) => void = () => undefined,
): Promise<Cluster> {
  const programs = await ensureClusterPackages();
  const folder = openFolder('condor-cluster-');
  const endAll = endWithFolder(folder);
  const folderOf = (name: string) => {
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    giveToUnprivileged(own);
    return own;
  };
  const ports = await freePorts(4 + NODES.length * PORTS_PER_NODE + SERVICES);
  const port = () => ports.pop() ?? 0;
  let isSynchronous = true;
  let copies = 0;

  const etcdPorts = { client: port(), peer: port() };
  const etcd = createEtcd({ program: programs.etcd, folder: folderOf('etcd'), ports: etcdPorts });
  const nodes: DatabaseNode[] = [];
  for (const name of NODES) {
    nodes.push(
      await createDatabaseNode({
        name,
        folder: folderOf(name),
        programs,
        etcdPort: etcdPorts.client,
        ports: {
          sql: port(),
          rest: port(),
          toSql: port(),
          toReplication: port(),
          toRest: port(),
          toEtcd: port(),
        },
      }),
    );
  }
  const haproxyPorts = { primary: port(), standby: port() };
  const haproxy = createHaproxy({
    program: programs.haproxy,
    folder: folderOf('haproxy'),
    ports: haproxyPorts,
    backends: nodes.map(({ name, ports: { toSql, toRest } }) => ({
      name,
      sqlPort: toSql,
      restPort: toRest,
    })),
  });
  const urlAt = (at: number) => `postgres://condor@127.0.0.1:${at}/condor`;
  const urls = { primary: urlAt(haproxyPorts.primary), standby: urlAt(haproxyPorts.standby) };
  const services = Array.from({ length: SERVICES }, () =>
    createService(port(), {
      DATABASE_URL: urls.primary,
      VAULT_ORIGIN: CLUSTER_TENANT.origin,
      VAULT_WEBAUTHN_ORIGINS: CLUSTER_TENANT.webauthnOrigin,
      SERVICES: 'vault',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    }),
  );

  async function primary(except?: DatabaseNode): Promise<DatabaseNode> {
    return until(HEALTHY_MS, 'no node became the primary', async () => {
      for (const node of nodes) if (node !== except && (await node.isPrimary())) return node;
      return undefined;
    });
  }

  /**
   * Returns the standbys that follow a primary. `sync_state` shows whether commits wait for the
   * standby.
   */
  const standbysOf = (node: DatabaseNode) =>
    node.query<{ name: string; state: string; sync_state: string }>(
      'select application_name as name, state, sync_state from pg_stat_replication',
    );

  /** Waits until all nodes run on one timeline and follow the primary. */
  const ask = (limitMs: number) =>
    until(limitMs, 'the three nodes did not come back', async () => {
      const node = await primary();
      const standbys = await standbysOf(node).catch(() => []);
      const members = await node.members().catch(() => []);
      const roles = members.map(({ role }) => role);
      const isHealthy =
        standbys.filter(({ state }) => state === 'streaming').length === NODES.length - 1 &&
        members.filter(({ state }) => state === 'running').length === NODES.length &&
        // A standby of an earlier timeline must first undo changes that the other nodes don't have.
        new Set(members.map(({ timeline }) => timeline)).size === 1 &&
        roles.filter((role) => role === 'sync_standby').length === (isSynchronous ? 1 : 0);
      return isHealthy ? node : undefined;
    });

  /** Makes standbys that no longer follow the primary copy it again, like `patronictl reinit`. */
  async function copyLost(): Promise<void> {
    const node = await primary();
    const following = (await standbysOf(node))
      .filter(({ state }) => state === 'streaming')
      .map(({ name }) => name);
    for (const lost of nodes.filter((one) => one !== node && !following.includes(one.name))) {
      await lost.patroni('POST', '/reinitialize', { force: true });
      copies++;
    }
  }

  const cluster: Cluster = {
    folder,
    nodes,
    services,
    etcd,
    urls,
    primary,
    synchronousStandby: (node) =>
      until(HEALTHY_MS, 'no standby confirms commits', async () => {
        const standbys = await standbysOf(node).catch(() => []);
        const found = standbys.find(({ sync_state }) => sync_state === 'sync')?.name;
        return nodes.find(({ name }) => name === found);
      }),
    async healthy() {
      const node = await ask(COPY_AFTER_MS).catch(() => undefined);
      if (node !== undefined) return node;
      await copyLost();
      return await ask(HEALTHY_MS).catch(async (error: Error) => {
        const members = await (await primary()).members();
        throw new Error(`${error.message}: ${JSON.stringify(members)}`);
      });
    },
    copies: () => copies,
    async setSynchronous(wanted) {
      isSynchronous = wanted;
      const node = await primary();
      await node.patroni('PATCH', '/config', {
        synchronous_mode: wanted,
        synchronous_mode_strict: wanted,
      });
      await cluster.healthy();
    },
    async stop() {
      await Promise.all(services.map((service) => service.kill()));
      await endAll();
      for (const node of nodes) await node.close();
    },
  };

  try {
    etcd.start();
    for (const node of nodes) node.start();
    haproxy.start();
    const first = await cluster.healthy();
    for (const node of nodes)
      onReady(node.name, `postgres://postgres@127.0.0.1:${node.ports.sql}/postgres`);
    const [statements = ''] = documentedBlocks(CLUSTER_DOCUMENT, 'sql', '## The services');
    for (const statement of statements.trim().split('\n')) await first.query(statement);
    onReady('database', urls.primary);
    onReady('standby', urls.standby);
    await Promise.all(services.map((service) => service.start()));
    for (const service of services) onReady('vault', service.url);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
