import { type Kysely, sql } from 'kysely';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { within } from '../within.ts';
import type { OpenDatabase } from './open.ts';
import { STANDBY } from './postgres.ts';

const FLUSH_BUCKETS_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

type Watched = Pick<OpenDatabase<unknown>, 'engine' | 'connections'> & {
  readonly db: Pick<Kysely<unknown>, 'getExecutor'>;
  /** True for an instance that only reads. It can use a standby. */
  readonly allowsStandby?: boolean;
};

/** Maximum milliseconds to wait for each database, far below Prometheus's own timeout. */
const TIMEOUT_MS = 2_000;

export interface DatabaseMetrics {
  /** Starts to report a service's connections, and its PostgreSQL's replication and archiving. */
  watch(service: string, database: Watched): void;
  /** Records a durable commit: flushed to SQLite's file, or confirmed by PostgreSQL. */
  flushed(service: string, milliseconds: number): void;
}

/** PostgreSQL's state. Reading the standbys' state and lag needs the role `pg_monitor`. */
interface State {
  readonly is_primary: boolean;
  readonly standbys: number;
  readonly synchronous: number;
  readonly lag: number;
  readonly archive_failures: number;
  readonly archive_age: number;
}

/** Creates the metrics of databases. Each scrape queries PostgreSQL. */
export function createDatabaseMetrics(registry: Registry): DatabaseMetrics {
  const registers = [registry];
  const watched = new Map<string, Watched>();
  let asking: Promise<void> | undefined;
  /** All gauges of a scrape share one round of queries. */
  const collect = () => {
    asking ??= askAll().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const gauge = (name: string, help: string, labels: readonly string[] = []) =>
    new Gauge({
      name: `condor_database_${name}`,
      help,
      labelNames: ['service', ...labels],
      registers,
      collect,
    });
  const flushes = new Histogram({
    name: 'condor_database_flush_seconds',
    help: 'Time until a commit is durable: SQLite’s flush, or PostgreSQL’s COMMIT with its standby.',
    labelNames: ['service'],
    buckets: FLUSH_BUCKETS_SECONDS,
    registers,
  });
  const primary = gauge('primary', '1 on a primary, 0 on a standby.');
  const standbys = gauge('standbys', 'Connected standbys of the primary.', ['state']);
  const lag = gauge('standby_lag_seconds', 'Longest delay until a standby shows a commit.');
  const failures = gauge('archive_failures', 'Failed attempts to archive PostgreSQL’s log.');
  const age = gauge('archive_age_seconds', 'Time since a part of the log was archived; -1: never.');
  const connections = gauge(
    'connections',
    'Connections of the pool by state, and queries that wait for one.',
    ['state'],
  );
  const reachable = gauge('reachable', '1 while the database answers.');

  async function ask(service: string, { db, engine, allowsStandby }: Watched): Promise<boolean> {
    if (engine !== 'postgres') {
      await sql`select 1`.execute(db);
      return true;
    }
    const { rows } = await sql<State>`
      select not pg_is_in_recovery() as is_primary, archived.failed_count::int as archive_failures,
        coalesce(extract(epoch from now() - archived.last_archived_time), -1)::float as archive_age,
        (select count(*)::int from pg_stat_replication where state = 'streaming') as standbys,
        (select count(*)::int from pg_stat_replication
          where sync_state in ('sync', 'quorum')) as synchronous,
        (select coalesce(max(extract(epoch from replay_lag)), 0)::float
          from pg_stat_replication) as lag
      from pg_stat_archiver archived`.execute(db);
    const [state] = rows;
    if (state === undefined) return false;
    if (allowsStandby !== true) primary.set({ service }, state.is_primary ? 1 : 0);
    standbys.set({ service, state: 'streaming' }, state.standbys);
    standbys.set({ service, state: 'synchronous' }, state.synchronous);
    lag.set({ service }, state.lag);
    // A standby's values are from the time when it was the primary.
    if (!state.is_primary) return true;
    failures.set({ service }, state.archive_failures);
    age.set({ service }, state.archive_age);
    return true;
  }

  async function askAll(): Promise<void> {
    for (const metric of [primary, standbys, lag, failures, age]) metric.reset();
    await Promise.all(
      [...watched].map(async ([service, database]) => {
        // The connections are counted before the query, because the query itself uses one
        // connection.
        for (const [state, count] of Object.entries(database.connections?.() ?? {}))
          connections.set({ service, state }, count);
        const isReachable = await within(
          TIMEOUT_MS,
          ask(service, database).catch((error: { readonly code?: unknown }) => {
            // A new connection was refused, because the server is a standby.
            if (error.code === STANDBY) primary.set({ service }, 0);
            return false;
          }),
          () => false,
        );
        reachable.set({ service }, isReachable ? 1 : 0);
      }),
    );
  }

  return {
    watch: (service, database) => void watched.set(service, database),
    flushed: (service, milliseconds) => flushes.observe({ service }, milliseconds / 1000),
  };
}
