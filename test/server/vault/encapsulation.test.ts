import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, vaultService } from '../../../server/vault/plugin.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { TENANT } from './harness.ts';

const vaultInMemory = () =>
  createVault({
    tenants: [TENANT],
    store: createMemoryVaultStore(),
    clock: createFakeClock(),
    random: createFakeRandom(),
    rateLimits: false,
    operations: { health: true, metrics: 'loopback', openapi: true },
  });

/** A host with the most permissive Fastify settings, and another service beside the vault. */
const app = Fastify({
  ajv: { customOptions: { removeAdditional: 'all', coerceTypes: 'array', useDefaults: true } },
  exposeHeadRoutes: true,
  routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
});

beforeAll(async () => {
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(null, JSON.parse(String(body)));
  });
  await app.register(vaultService, { vault: vaultInMemory() });
  await app.register(
    async (other) => {
      other.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing here'));
      other.get('/hello', async () => ({ hello: 'world' }));
      other.post(
        '/echo',
        { schema: { body: { type: 'object', properties: { n: { type: 'number' } } } } },
        async (request) => request.body,
      );
    },
    { prefix: '/other' },
  );
  await app.ready();
});
afterAll(() => app.close());

const headers = { origin: TENANT.origin, 'content-type': 'application/json' };

describe('the vault in a host with other rules', () => {
  it.each([
    ['POST', '/v1/authentication/options', '{"extra":1}', 'INVALID_REQUEST'],
    ['POST', '/v1/authentication/options', '[{}]', 'INVALID_REQUEST'],
    ['POST', '/V1/authentication/options', '{}', 'NOT_FOUND'],
    ['POST', '/v1/authentication/options/', '{}', 'NOT_FOUND'],
    ['POST', '/v1//authentication/options', '{}', 'NOT_FOUND'],
    ['HEAD', '/v1/config', undefined, undefined],
    ['GET', '/v1/nothing', undefined, 'NOT_FOUND'],
    ['GET', '/nothing', undefined, 'NOT_FOUND'],
  ] as const)(
    'rejects %s %s, whatever the host allows (body: %s)',
    async (method, url, payload, code) => {
      const response = await app.inject({
        method,
        url,
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
      expect(response.headers['cache-control']).toBe('no-store');
      if (code === undefined) expect(response.statusCode).toBe(405);
      else expect(response.json()).toEqual({ error: code });
    },
  );

  it('rejects a plain-text body with JSON_REQUIRED, whatever parsers the host has', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/authentication/options',
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect(response.json()).toEqual({ error: 'JSON_REQUIRED' });
  });
});

describe('the vault in a host with slow response hooks', () => {
  it('sends a rejection only once despite a slow response hook, and Fastify doesn’t log a warning or an error', async () => {
    const lines: string[] = [];
    const slow = Fastify({
      logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
    });
    slow.addHook('onSend', async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await slow.register(vaultService, { vault: vaultInMemory() });
    const { port } = new URL(await slow.listen({ host: '127.0.0.1', port: 0 }));
    const transport = createHttpTransport(Number(port));
    const get = (path: string) =>
      transport({ method: 'GET', path, headers: { origin: TENANT.origin } });
    const refused = await get('/v1/vault');
    expect([refused.status, refused.text]).toEqual([401, '{"error":"AUTH_REQUIRED"}']);
    expect((await get('/v1/config')).status).toBe(200);
    transport.close();
    await slow.close();
    expect(lines).toEqual([]);
  });
});

describe('another service in the vault’s process', () => {
  it('the vault doesn’t change the other service’s rules, errors or headers', async () => {
    const hello = await app.inject({ method: 'GET', url: '/other/hello?x=1' });
    expect([hello.statusCode, hello.json()]).toEqual([200, { hello: 'world' }]);
    expect(hello.headers['cache-control']).toBeUndefined();
    const echo = await app.inject({
      method: 'POST',
      url: '/other/echo',
      headers: { 'content-type': 'application/json' },
      payload: '{"n":"1","extra":2}',
    });
    expect(echo.json()).toEqual({ n: 1 });
    const missing = await app.inject({ method: 'GET', url: '/other/missing' });
    expect([missing.statusCode, missing.body]).toEqual([404, 'nothing here']);
    const bad = await app.inject({
      method: 'POST',
      url: '/other/echo',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(bad.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });
});
