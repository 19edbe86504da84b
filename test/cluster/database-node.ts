import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Static, Type } from 'typebox';
import { parse } from 'yaml';
import { parseAs } from '../../shared/parse.ts';
import { documentedBlocks } from '../helpers/document.ts';
import { CLUSTER_DOCUMENT } from './cluster-document.ts';
import { createNetwork, type Network } from './network.ts';
import { createDaemon, signalAll } from './processes.ts';

/** Ports of a node's programs, and of the networks in front of the programs. */
export interface NodePorts {
  readonly sql: number;
  readonly rest: number;
  readonly toSql: number;
  readonly toReplication: number;
  readonly toRest: number;
  readonly toEtcd: number;
}
export const PORTS_PER_NODE = 6;

/** PostgreSQL with its Patroni, set up as if on a separate machine. */
export interface DatabaseNode {
  readonly name: string;
  readonly ports: NodePorts;
  start(): void;
  /** Lets Patroni stop PostgreSQL and give up its role, as an administrator would. */
  stopCleanly(): Promise<void>;
  /**
   * Kills all the node's processes, or only PostgreSQL. Patroni notices when only PostgreSQL is
   * killed.
   */
  kill(what: 'all' | 'postgres'): void;
  pause(): void;
  resume(): void;
  /** Cuts the node off from all others, or only from its standbys. */
  cut(what: 'all' | 'standbys'): void;
  heal(): void;
  /** Returns true if the node's Patroni reports that it is the primary and has the lock. */
  isPrimary(): Promise<boolean>;
  /** Returns the state of all nodes as this node's Patroni sees them. */
  members(): Promise<readonly Static<typeof MemberSchema>[]>;
  /** Runs a statement as superuser, past HAProxy and the networks. */
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Sends a request to the node's Patroni, past the networks. */
  patroni(method: 'PATCH' | 'POST', path: string, body: object): Promise<void>;
  close(): Promise<void>;
}

const SUPERUSER = 'postgres';

/** Settings of a node that shares its machine with two others. */
const ON_ONE_MACHINE = {
  unix_socket_directories: '',
  shared_buffers: '16MB',
  // Uses files in the node's folder, which are deleted with the folder.
  dynamic_shared_memory_type: 'mmap',
} as const;

const SettingsSchema = Type.Object({
  bootstrap: Type.Unknown(),
  postgresql: Type.Object({ parameters: Type.Record(Type.String(), Type.String()) }),
});

/** Patroni's response to `/cluster`; other members are ignored. */
const MemberSchema = Type.Object({
  name: Type.String(),
  role: Type.String(),
  state: Type.String(),
  timeline: Type.Optional(Type.Integer()),
});
const MembersSchema = Type.Object({ members: Type.Array(MemberSchema) });

function documentedSettings() {
  const [text = ''] = documentedBlocks(CLUSTER_DOCUMENT, 'yaml', '## Patroni');
  const settings = parseAs(SettingsSchema, parse(text));
  if (settings === undefined) throw new Error('the document has no settings of Patroni');
  return settings;
}

export async function createDatabaseNode(options: {
  readonly name: string;
  readonly folder: string;
  readonly programs: { readonly patroni: string; readonly postgresFolder: string };
  readonly ports: NodePorts;
  readonly etcdPort: number;
}): Promise<DatabaseNode> {
  const { name, folder, programs, ports, etcdPort } = options;
  const local = (port: number) => `127.0.0.1:${port}`;
  const { bootstrap, postgresql } = documentedSettings();
  writeFileSync(
    join(folder, 'patroni.yml'),
    // JSON is valid YAML.
    JSON.stringify({
      scope: 'condor',
      name,
      restapi: { listen: local(ports.rest), connect_address: local(ports.toRest) },
      // Configured as a proxy, so that Patroni doesn't ask etcd for its real address.
      etcd: { hosts: local(ports.toEtcd), use_proxies: true },
      bootstrap,
      postgresql: {
        ...postgresql,
        listen: local(ports.sql),
        connect_address: local(ports.toReplication),
        data_dir: join(folder, 'data'),
        bin_dir: programs.postgresFolder,
        pgpass: join(folder, 'pgpass'),
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        parameters: { ...postgresql.parameters, ...ON_ONE_MACHINE },
      },
      watchdog: { mode: 'off' },
    }),
  );
  const daemon = createDaemon(folder, programs.patroni, ['patroni.yml']);
  const toStandbys = await createNetwork(ports.toReplication, ports.sql);
  const networks: readonly Network[] = [
    toStandbys,
    await createNetwork(ports.toSql, ports.sql),
    await createNetwork(ports.toRest, ports.rest),
    await createNetwork(ports.toEtcd, etcdPort),
  ];
  const rest = (path: string) => `http://${local(ports.rest)}${path}`;

  return {
    name,
    ports,
    start: daemon.start,
    stopCleanly: () => daemon.stop('SIGTERM'),
    kill: (what) => signalAll(what === 'all' ? folder : join(folder, 'data'), 'SIGKILL'),
    pause: () => signalAll(folder, 'SIGSTOP'),
    resume: () => signalAll(folder, 'SIGCONT'),
    cut(what) {
      for (const network of what === 'all' ? networks : [toStandbys]) network.cut();
    },
    heal() {
      for (const network of networks) network.heal();
    },
    async isPrimary() {
      const answer = await fetch(rest('/primary'), { signal: AbortSignal.timeout(1000) }).catch(
        () => undefined,
      );
      return answer?.status === 200;
    },
    async members() {
      const answer = await fetch(rest('/cluster'), { signal: AbortSignal.timeout(1000) });
      return parseAs(MembersSchema, await answer.json())?.members ?? [];
    },
    async query<Row extends pg.QueryResultRow>(statement: string) {
      const client = new pg.Client({
        host: '127.0.0.1',
        port: ports.sql,
        user: SUPERUSER,
        database: 'postgres',
        connectionTimeoutMillis: 2000,
        query_timeout: 10_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query<Row>(statement)).rows;
      } finally {
        client.end().catch(() => undefined);
      }
    },
    async patroni(method, path, body) {
      const answer = await fetch(rest(path), { method, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${name} ${path}: ${answer.status} ${await answer.text()}`);
    },
    async close() {
      for (const network of networks) await network.close();
    },
  };
}
