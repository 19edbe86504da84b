import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { createFakeClock, createFakeRandom } from '../helpers/fake-world.ts';
import { createMemoryVaultStore } from '../helpers/memory-vault-store.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../server/hosting/${name}`, import.meta.url), 'utf8');

const Rules = Type.Object({
  groups: Type.Array(
    Type.Object({
      rules: Type.Array(
        Type.Object({
          alert: Type.String(),
          expr: Type.String(),
          annotations: Type.Object({ summary: Type.String() }),
        }),
      ),
    }),
  ),
});
const Dashboard = Type.Object({
  panels: Type.Array(Type.Object({ targets: Type.Array(Type.Object({ expr: Type.String() })) })),
});

const alerts =
  parseAs(Rules, parse(read('alerts.yml')))?.groups.flatMap(({ rules }) => rules) ?? [];
const panels = parseAs(Dashboard, parseJson(read('grafana.json')))?.panels ?? [];

/** Returns the names of metrics in an expression. Omits `up`, which Prometheus generates itself. */
const metricsIn = (expr: string) => expr.match(/\b(?:condor|process)_\w+/g) ?? [];

let served: Set<string>;
let app: Awaited<ReturnType<typeof buildApp>>;
const home = mkdtempSync(join(tmpdir(), 'condor-monitoring-'));
beforeAll(async () => {
  app = await buildApp({
    config: {
      ...readConfig({
        DATABASE_URL: `sqlite:${join(home, 'condor.db')}`,
        CHAIN_RPC_URL: 'http://127.0.0.1:9',
      }),
      operations: { health: true, metrics: 'loopback', openapi: true },
    },
    clock: createFakeClock(),
    random: createFakeRandom(),
    vaultStore: createMemoryVaultStore(),
  });
  const { payload } = await app.inject({ url: '/metrics', headers: { host: 'localhost' } });
  served = new Set(
    [...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    ),
  );
});
afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true });
});

it('a process without the vault counts requests to the indexer by route', async () => {
  const other = await buildApp({
    config: readConfig({
      DATABASE_URL: `sqlite:${join(home, 'other.db')}`,
      CHAIN_RPC_URL: 'http://127.0.0.1:9',
      SERVICES: 'orders,indexer',
    }),
    clock: createFakeClock(),
    random: createFakeRandom(),
  });
  const ask = (headers: Record<string, string> = {}) =>
    other.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } });
  await other.inject('/indexer/health?secret=1');
  expect((await ask()).payload).toMatch(
    /condor_request_seconds_count\{service="indexer",route="\/indexer\/health",status="200"\} 1/,
  );
  expect((await ask()).payload).toContain('condor_database_reachable{service="orders"} 1');
  expect((await ask({ 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(404);
  await other.close();
});

it('serves every metric that the alerts and the dashboard use', () => {
  expect(alerts.length).toBeGreaterThan(15);
  expect(panels.length).toBeGreaterThan(10);
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = expressions.flatMap(metricsIn);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !served.has(name))).toEqual([]);
});

it('the runbook has exactly one section for each alert', () => {
  const sections = [...read('runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
});

it('the runbook says how each alert was tried, and names only test files that exist', () => {
  const [, ...sections] = read('runbook.md').split(/^## /m);
  for (const section of sections) {
    expect(section).toMatch(/^Tried: promtool/m);
    for (const [, file = ''] of section.matchAll(/`(test\/[^`]+\.test\.ts)`/g))
      expect(() => readFileSync(new URL(`../../${file}`, import.meta.url)), file).not.toThrow();
  }
});
