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
  it('waits for a database locked by another process, and names its setting when the lock stays', async () => {
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
    // Only after the services have met the lock.
    setTimeout(() => {
      for (const other of passing) other.close();
    }, 300);
    await (await start()).close();
    const staying = lock();
    await expect(start()).rejects.toMatchObject({
      code: 'DATABASE_UNUSABLE',
      message: expect.stringContaining('DATABASE_URL'),
    });
    for (const other of staying) other.close();
  });

  it.each([
    ['/orders/%zz', { error: 'The request is not readable.', code: 'bad-request' }],
    ['/indexer/%zz', { error: 'The request is not readable.' }],
  ])('answers an unknown path (%s) in the format of its service', async (url, body) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.json()]).toEqual([400, body]);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
  });

  it.each(['/orders/', '/orders/health', '/indexer/health', '/indexer/api/v1/stats'])(
    'rejects HEAD of %s in the format of its service',
    async (url) => {
      const answer = await app.inject({ method: 'HEAD', url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET']);
    },
  );

  it.each(['Caddyfile', 'nginx.conf'])(
    'keeps idle connections open for longer than the example %s',
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
  ])('limits the requests of one address to %s by default', async (url, most) => {
    const ask = async () => (await app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode;
    for (let i = 0; i < most; i++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });
});
