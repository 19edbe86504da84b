import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createFakeRandom } from '../helpers/fake-world.ts';
import { systemClock, temporaryDirectory } from './orders/harness.ts';

const directory = temporaryDirectory();
let app: FastifyInstance;

beforeAll(async () => {
  const config = readConfig({
    DATABASE_URL: `sqlite:${directory.path}/app.db`,
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
  });
  app = await buildApp({ config, clock: systemClock, random: createFakeRandom() });
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  directory.remove();
});

describe('the three services in one process', () => {
  it('waits while another connection locks a database, but if the lock stays, rejects with an error that names DATABASE_URL', async () => {
    const file = `${directory.path}/locked.db`;
    const config = readConfig({
      DATABASE_URL: `sqlite:${file}`,
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
      SERVICES: 'orders,indexer',
    });
    const start = () => buildApp({ config, clock: systemClock, random: createFakeRandom() });
    await (await start()).close();
    const files = Object.values(config.databases).map((target) =>
      target.engine === 'sqlite' ? target.file : '',
    );
    const lock = () =>
      [...new Set(files)].filter(existsSync).map((path) => {
        const other = new Database(path);
        other.pragma('locking_mode = exclusive');
        other.exec('begin immediate; commit');
        return other;
      });
    const passing = lock();
    // Releases the lock only after the services have started to wait for it.
    setTimeout(() => {
      for (const other of passing) other.close();
    }, 300);
    await (await start()).close();
    const staying = lock();
    await expect(start()).rejects.toMatchObject({
      code: 'database-unusable',
      message: expect.stringContaining('DATABASE_URL'),
    });
    for (const other of staying) other.close();
  });

  it.each([
    ['/orders/%zz', { error: 'The request is not readable.', code: 'bad-request' }],
    ['/indexer/%zz', { error: 'The request is not readable.' }],
  ])(
    'answers a malformed path (%s) in the format of the service whose prefix the path has',
    async (url, body) => {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json()]).toEqual([400, body]);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      });
    },
  );

  it.each(['/orders/health', '/indexer/health', '/indexer/api/v1/stats'])(
    'rejects a HEAD request for %s with status 405, and names GET as the only allowed method',
    async (url) => {
      const answer = await app.inject({ method: 'HEAD', url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET']);
    },
  );

  it.each(['Caddyfile', 'nginx.conf'])(
    'keeps idle connections open longer than the proxy of the example %s',
    (name) => {
      const file = new URL(`../../server/hosting/${name}`, import.meta.url);
      const seconds = Number(
        /^\s*keepalive(?:_timeout)? (\d+)s/m.exec(readFileSync(file, 'utf8'))?.[1],
      );
      expect(seconds * 1000 + 10_000).toBeLessThan(app.server.keepAliveTimeout);
    },
  );

  it.each([
    ['/orders/health', 300],
    ['/indexer/health', 600],
  ])(
    'answers 429 when one address has sent the default number of requests to %s',
    async (url, most) => {
      const ask = async () => (await app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode;
      for (let i = 0; i < most; i++) expect(await ask()).toBe(200);
      expect(await ask()).toBe(429);
    },
  );
});

describe('a process without the vault', () => {
  const start = (environment: Record<string, string>) =>
    buildApp({
      config: readConfig({
        DATABASE_URL: `sqlite:${directory.path}/market.db`,
        CHAIN_RPC_URL: 'http://127.0.0.1:1',
        ...environment,
      }),
      clock: systemClock,
      random: createFakeRandom(),
    });

  it.each(['orders', 'indexer', 'orders,indexer'])(
    'a process that runs only the services “%s” serves /health',
    async (SERVICES) => {
      const market = await start({ SERVICES });
      const answer = await market.inject('/health');
      expect([answer.statusCode, answer.payload]).toEqual([200, '{"status":"ok"}']);
      expect(answer.headers['cache-control']).toBe('no-store');
      await market.close();
    },
  );

  it('doesn’t serve /health when a setting turns it off, and by default answers 429 after 300 requests for /health', async () => {
    const off = await start({ SERVICES: 'orders', SERVER_HEALTH: 'off' });
    expect((await off.inject('/health')).statusCode).toBe(404);
    await off.close();
    const limited = await start({ SERVICES: 'orders' });
    const statuses: number[] = [];
    for (let request = 0; request < 301; request++)
      statuses.push((await limited.inject('/health')).statusCode);
    expect([statuses[299], statuses[300]]).toEqual([200, 429]);
    await limited.close();
  });

  it('answers 503 on /health when a database has lost its table of migrations', async () => {
    const market = await start({ SERVICES: 'orders' });
    const other = new Database(`${directory.path}/market.orders.db`);
    other.exec('drop table condor_orders_migrations');
    other.close();
    const answer = await market.inject('/health');
    expect([answer.statusCode, answer.payload]).toEqual([503, '{"status":"unavailable"}']);
    await market.close();
  });
});

it('the order feed and the indexer answer below a tenant’s path with the same status as at the root', async () => {
  const market = await buildApp({
    config: readConfig({
      DATABASE_URL: `sqlite:${directory.path}/paths.db`,
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
      VAULT_PATH: '/team-a',
    }),
    clock: systemClock,
    random: createFakeRandom(),
  });
  for (const path of ['/orders', '/indexer/api/v1/stats/protocol']) {
    const root = await market.inject(path);
    const below = await market.inject(`/team-a${path}`);
    expect(below.statusCode).toBe(root.statusCode);
    expect(below.statusCode).not.toBe(404);
    expect(below.headers['access-control-allow-origin']).toBe('*');
  }
  await market.close();
});
