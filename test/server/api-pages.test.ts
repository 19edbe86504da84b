import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createFakeRandom } from '../helpers/fake-world.ts';
import { type ApiDocument, renderOpenApi } from '../helpers/render-openapi.ts';
import { systemClock, temporaryDirectory } from './orders/harness.ts';

const SERVICES = [
  { name: 'vault', prefix: '', folder: 'vault' },
  { name: 'orders', prefix: '/orders', folder: 'orders' },
  { name: 'indexer', prefix: '/indexer', folder: 'positions' },
] as const;

const directory = temporaryDirectory();
const apps: FastifyInstance[] = [];

async function start(openapi: 'on' | 'off'): Promise<FastifyInstance> {
  const config = readConfig({
    DATABASE_URL: `sqlite:${directory.path}/${openapi}.db`,
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    SERVER_OPENAPI: openapi,
  });
  const app = await buildApp({ config, clock: systemClock, random: createFakeRandom() });
  apps.push(app);
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  app = await start('on');
});
afterAll(async () => {
  for (const one of apps) await one.close();
  directory.remove();
});

async function documentOf(prefix: string): Promise<ApiDocument> {
  const response = await app.inject(`${prefix}/openapi.json`);
  expect(response.statusCode).toBe(200);
  return response.json<ApiDocument>();
}

describe.each(SERVICES)('the interface of $name', ({ name, prefix, folder }) => {
  it('serves exactly the interface description in the repository', async () => {
    const introduction = `\`vitest run --config test/vitest.config.ts test/server/api-pages.test.ts --update\` writes this page from \`${prefix}/openapi.json\`, which a running service serves.`;
    await expect(renderOpenApi(await documentOf(prefix), introduction)).toMatchFileSnapshot(
      `../../server/${folder}/API.md`,
    );
  });

  it('doesn’t serve an interface description when SERVER_OPENAPI is off', async () => {
    const silent = await start('off');
    expect((await silent.inject(`${prefix}/openapi.json`)).statusCode, name).not.toBe(200);
  });
});

it.each(['/orders', '/indexer'])(
  'describes every route below %s with a summary and the statuses 429 and 503',
  async (prefix) => {
    const { paths } = await documentOf(prefix);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        route: `${method} ${path}`,
        operation,
      })),
    );
    expect(operations.length).toBeGreaterThan(4);
    for (const { route, operation } of operations) {
      expect(operation, route).toMatchObject({
        summary: expect.stringMatching(/\w/),
        responses: { 429: {}, 503: {} },
      });
    }
  },
);
