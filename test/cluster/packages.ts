import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDebianFile } from '../helpers/debian.ts';

const PATRONI = '/usr/bin/patroni';
const ETCD = '/usr/bin/etcd';
const HAPROXY = '/usr/sbin/haproxy';
/** Patroni runs without this dependency, but its module for etcd imports it. */
const PYTHON_ETCD = '/usr/lib/python3/dist-packages/etcd/__init__.py';
const CREATE_CLUSTER = '/etc/postgresql-common/createcluster.conf';

export interface ClusterPrograms {
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  /** Folder with `postgres`, `initdb` and the other programs of PostgreSQL. */
  readonly postgresFolder: string;
}

const postgresServers = () => globSync('/usr/lib/postgresql/*/bin/postgres').sort();

/**
 * If this user is root, installs missing packages. Returns the programs.
 * @throws Error of one line that names a missing package
 */
export async function ensureClusterPackages(): Promise<ClusterPrograms> {
  if (postgresServers().length === 0) {
    await ensureDebianFile('/usr/share/postgresql-common/PgCommon.pm', 'postgresql-common');
    createNoMainCluster();
    await ensureDebianFile('/usr/lib/postgresql/15/bin/postgres', 'postgresql-15');
  }
  await ensureDebianFile(PYTHON_ETCD, 'python3-etcd');
  await ensureDebianFile(PATRONI, 'patroni');
  await ensureDebianFile(ETCD, 'etcd-server');
  await ensureDebianFile(HAPROXY, 'haproxy');
  const postgres = postgresServers().at(-1) ?? '';
  return { etcd: ETCD, patroni: PATRONI, haproxy: HAPROXY, postgresFolder: dirname(postgres) };
}

/** Keeps the package from creating a database cluster on port 5432. */
function createNoMainCluster(): void {
  const own = existsSync(CREATE_CLUSTER) ? readFileSync(CREATE_CLUSTER, 'utf8') : '';
  if (/^create_main_cluster/m.test(own)) return;
  mkdirSync(dirname(CREATE_CLUSTER), { recursive: true });
  writeFileSync(CREATE_CLUSTER, `${own}create_main_cluster = false\n`);
}
