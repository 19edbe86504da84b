import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';

const run = promisify(execFile);
const RULES = fileURLToPath(new URL('../../server/hosting/alerts.yml', import.meta.url));

/** Values at each minute, as Prometheus writes them: a start, a step and a number of steps. */
type Series = Readonly<Record<string, string>>;

const LOGINS = 'condor_vault_requests_total{route="/v1/authentication/verify"';
const REPLACED = 'condor_indexer_reorganisation_blocks';
const slow = (name: string, labels: string): Series => ({
  [`${name}_bucket{${labels},le="1"}`]: '0+1x30',
  [`${name}_bucket{${labels},le="5"}`]: '0+60x30',
  [`${name}_bucket{${labels},le="+Inf"}`]: '0+60x30',
});

/** Series with which each alert must fire. */
const BAD: Readonly<Record<string, Series>> = {
  CondorDown: { 'up{job="condor",instance="a"}': '0x30' },
  CondorUnavailable: { 'condor_vault_requests_total{outcome="SERVICE_UNAVAILABLE"}': '0+60x30' },
  CondorLoginsFail: {
    [`${LOGINS},outcome="AUTH_FAILED"}`]: '0+9x30',
    [`${LOGINS},outcome="OK"}`]: '0+9x30',
  },
  CondorClockWrong: { 'condor_vault_clock_difference_seconds{instance="b"}': '-45x30' },
  CondorRetries: { 'condor_vault_requests_total{outcome="AUTH_RETRY"}': '0+60x30' },
  CondorVaultSlow: slow('condor_vault_request_seconds', 'route="/v1/vault"'),
  CondorServicesSlow: slow('condor_request_seconds', 'service="orders",route="/orders/"'),
  CondorFlushSlow: slow('condor_database_flush_seconds', 'service="vault"'),
  CondorDatabaseUnreachable: { 'condor_database_reachable{service="vault"}': '0x30' },
  CondorPoolExhausted: { 'condor_database_connections{service="vault",state="waiting"}': '3x30' },
  CondorReadOnly: { 'condor_database_primary{service="vault"}': '0x30' },
  CondorNoStandby: {
    'condor_database_standbys{service="vault",state="synchronous"}': '0x30',
    'condor_database_standbys{service="vault",state="streaming"}': '1x30',
    'condor_database_primary{service="vault"}': '1x30',
  },
  CondorStandbyLost: {
    'condor_database_standbys{service="vault",state="synchronous"}': '1x30',
    'condor_database_standbys{service="vault",state="streaming"}': '1x30',
    'condor_database_primary{service="vault"}': '1x30',
  },
  CondorStandbyLags: { 'condor_database_standby_lag_seconds{service="vault"}': '60x30' },
  CondorArchiveFails: { 'condor_database_archive_failures{service="vault"}': '0+1x30' },
  CondorBackupFails: { 'condor_vault_backups_total{outcome="failed"}': '0+1x30' },
  CondorIndexerBehind: { condor_indexer_block_age_seconds: '300x30' },
  CondorIndexerDisputed: { 'condor_indexer_disputed{instance="a"}': '1x30' },
  CondorIndexerWithoutWriter: { 'condor_indexer_writer{instance="a"}': '0x30' },
  CondorReorganisation: {
    [`${REPLACED}_bucket{le="8"}`]: '0x30',
    [`${REPLACED}_count`]: '0x9 1x20',
  },
  CondorFeedDegraded: { condor_orders_healthy: '0x30' },
  CondorMemory: { 'process_resident_memory_bytes{job="condor"}': '900000000x30' },
};

const GOOD: Series = {
  'up{job="condor",instance="a"}': '1x30',
  [`${LOGINS},outcome="AUTH_FAILED"}`]: '0+1x30',
  [`${LOGINS},outcome="OK"}`]: '0+99x30',
  'condor_vault_requests_total{outcome="SERVICE_UNAVAILABLE"}': '0x30',
  'condor_vault_request_seconds_bucket{route="/v1/vault",le="1"}': '0+60x30',
  'condor_vault_request_seconds_bucket{route="/v1/vault",le="+Inf"}': '0+60x30',
  'condor_database_flush_seconds_bucket{service="vault",le="0.01"}': '0+60x30',
  'condor_database_flush_seconds_bucket{service="vault",le="+Inf"}': '0+60x30',
  'condor_database_reachable{service="vault"}': '1x30',
  'condor_database_connections{service="vault",state="waiting"}': '0x30',
  'condor_database_primary{service="vault"}': '1x30',
  'condor_database_standbys{service="vault",state="synchronous"}': '1x30',
  'condor_database_standbys{service="vault",state="streaming"}': '2x30',
  'condor_database_standby_lag_seconds{service="vault"}': '0x30',
  'condor_database_archive_failures{service="vault"}': '2x30',
  'condor_database_archive_age_seconds{service="vault"}': '60x30',
  'condor_vault_backups_total{outcome="failed"}': '0x30',
  condor_vault_last_backup_seconds: '0x30',
  condor_vault_clock_difference_seconds: '0.2x30',
  condor_indexer_block_age_seconds: '3x30',
  'condor_indexer_disputed{instance="a"}': '0x30',
  'condor_indexer_writer{instance="a"}': '1x30',
  'condor_indexer_writer{instance="b"}': '0x30',
  [`${REPLACED}_bucket{le="8"}`]: '0x9 1x20',
  [`${REPLACED}_count`]: '0x9 1x20',
  condor_orders_healthy: '1x30',
  'process_resident_memory_bytes{job="condor"}': '160000000x30',
};

let home: string;
beforeAll(async () => {
  await ensureDebianFile('/usr/bin/promtool', 'prometheus');
  home = mkdtempSync(join(tmpdir(), 'condor-alerts-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs Prometheus' test of rules. Returns the number of alerts that fire after half an hour. */
async function promtool(cases: readonly { series: Series; query: string; count: number }[]) {
  const file = join(home, 'test.json');
  const tests = cases.map(({ series, query, count }) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(${query})`,
        eval_time: '29m',
        exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }],
      },
    ],
  }));
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  return run('promtool', ['test', 'rules', file]);
}

it('the file of alert rules contains only rules that Prometheus accepts', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', RULES]);
  expect(stdout).toContain(`${Object.keys(BAD).length} rules found`);
});

it('each alert fires on metrics of the state that it describes', async () => {
  await promtool(
    Object.entries(BAD).map(([alert, series]) => ({
      series,
      query: `ALERTS{alertname="${alert}",alertstate="firing"}`,
      count: 1,
    })),
  );
});

it('no alert fires on a healthy host', async () => {
  await promtool([{ series: GOOD, query: 'ALERTS', count: 0 }]);
});
