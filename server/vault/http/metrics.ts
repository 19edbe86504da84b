import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { routeName, type VaultRoute } from './route.ts';

const BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** A request and its outcome. Only `method` comes from the client. */
interface RequestEvent {
  readonly route: VaultRoute | undefined;
  readonly method: string;
  /** Error code, or `OK`. */
  readonly outcome: string;
  readonly milliseconds: number;
}

export interface Metrics {
  count(event: RequestEvent): void;
  countBackup(outcome: 'ok' | 'failed'): void;
  /** Sets the time of the newest backup, in Unix milliseconds. */
  setLastBackup(at: number): void;
  /** Sets how far this machine's clock is ahead of the database's, in milliseconds. */
  setClockDifference(aheadMs: number): void;
  /** Returns the metrics in Prometheus text format. */
  render(): Promise<string>;
  readonly contentType: string;
}

/**
 * Creates the vault's metrics. Labels have a limited number of values, which limits the number of
 * series.
 */
export function createMetrics(registry: Registry): Metrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'condor_vault_requests_total',
    help: 'Answered requests by route, method and outcome.',
    labelNames: ['route', 'method', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'condor_vault_request_seconds',
    help: 'Time from the headers of a request to its answer.',
    labelNames: ['route'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const backups = new Counter({
    name: 'condor_vault_backups_total',
    help: 'Automatic backups by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const lastBackup = new Gauge({
    name: 'condor_vault_last_backup_seconds',
    help: 'Unix time of the newest automatic backup; 0 without one.',
    registers,
  });
  const clockDifference = new Gauge({
    name: 'condor_vault_clock_difference_seconds',
    help: "How far this machine's clock is ahead of the database's.",
    registers,
  });

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    countBackup: (outcome) => backups.inc({ outcome }),
    setLastBackup: (at) => lastBackup.set(at / 1000),
    setClockDifference: (aheadMs) => clockDifference.set(aheadMs / 1000),
    count({ route, method, outcome, milliseconds }) {
      // Methods are client input, so a method that the route doesn't expect is counted as `other`.
      const isKnown = route?.method === method || method === 'OPTIONS';
      const name = routeName(route);
      requests.inc({ route: name, method: isKnown ? method : 'other', outcome });
      durations.observe({ route: name }, milliseconds / 1000);
    },
  };
}
