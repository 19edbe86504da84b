import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../helpers/vault-client.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

const ROUTES = [
  ['GET', '/v1/config'],
  ['POST', '/v1/registration/options'],
  ['POST', '/v1/registration/verify'],
  ['POST', '/v1/authentication/options'],
  ['POST', '/v1/authentication/verify'],
  ['GET', '/v1/vault'],
  ['POST', '/v1/mutations/options'],
  ['POST', '/v1/mutations/commit'],
  ['GET', `/v1/operations/${'A'.repeat(43)}`],
  ['POST', '/v1/session/revoke'],
] as const;

let vault: Harness;
beforeAll(async () => {
  vault = await startVault({ listen: true });
});
afterAll(() => vault.close());

const origin = TENANT.origin;
const json = { origin, 'content-type': 'application/json' };

function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  return vault.transport({ method, path, headers, ...(body === undefined ? {} : { body }) });
}

function codeOf({ status, text }: Answer): string {
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['error']);
  return `${status} ${String(body.error)}`;
}

describe('ORIGIN_DENIED', () => {
  it.each([
    ['absent', undefined],
    ['of a different host', 'https://evil.example.com'],
    ['the tenant’s origin with http', 'http://vault.example.com'],
    ['the tenant’s origin with a port', `${origin}:443`],
    ['the tenant’s origin with a slash', `${origin}/`],
    ['in capitals', origin.toUpperCase()],
    ['null', 'null'],
    ['an extension’s origin', 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'],
    ['repeated', `${origin}, ${origin}`],
  ])('returns ORIGIN_DENIED on every route when the origin is %s', async (_title, value) => {
    for (const [method, path] of ROUTES) {
      const headers = value === undefined ? {} : { origin: value };
      const answer = await send(method, path, headers);
      expect(codeOf(answer)).toBe('403 ORIGIN_DENIED');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('preflights and PREFLIGHT_DENIED', () => {
  it.each(ROUTES)('answers OPTIONS for %s %s with 204 and no body', async (method, path) => {
    const answer = await send('OPTIONS', path, {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'Authorization, content-type',
    });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'authorization, content-type',
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('answers a plain OPTIONS with 204, with or without a query string', async () => {
    expect((await send('OPTIONS', '/v1/vault', { origin })).status).toBe(204);
    expect((await send('OPTIONS', '/v1/vault?x=1', { origin })).status).toBe(204);
  });

  it.each([
    ['no origin', {}],
    ['an unknown origin', { origin: 'https://evil.example.com' }],
    ['a method that the route does not have', { origin, 'access-control-request-method': 'POST' }],
    ['a method in lower case', { origin, 'access-control-request-method': 'get' }],
    ['an additional header', { origin, 'access-control-request-headers': 'content-type, x-other' }],
  ])('answers PREFLIGHT_DENIED to a preflight with %s', async (_title, headers) => {
    expect(codeOf(await send('OPTIONS', '/v1/vault', headers))).toBe('403 PREFLIGHT_DENIED');
  });
});

describe('NOT_FOUND and METHOD_NOT_ALLOWED', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/config/',
    '/v1//config',
    '//v1/config',
    '/V1/config',
    '/v1/Config',
    '/v1/conf%69g',
    '/v1/config;a=1',
    '/v1/config#',
    '/v1/operations',
    '/v1/operations/',
    `/v1/operations/${'A'.repeat(43)}/`,
    `/v1/operations//${'A'.repeat(43)}`,
    '/v2/config',
    '/v1/../v1/config',
    '/v1/config%00',
    '/g%zz',
    '/ext/v1/account/deletion/options',
    '/docs',
  ])('answers NOT_FOUND to %s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']) {
      const answer = await send(method, path, { origin });
      expect(answer.status).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
      if (method !== 'HEAD') expect(codeOf(answer)).toBe('404 NOT_FOUND');
    }
  });

  it.each(ROUTES)('allows only %s and OPTIONS on %s', async (allowed, path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      if (method === allowed) continue;
      const answer = await send(method, path, { origin });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe(`${allowed}, OPTIONS`);
      if (method !== 'HEAD') expect(codeOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
    }
  });
});

describe('QUERY_NOT_SUPPORTED', () => {
  it.each(ROUTES)('rejects a query string after %s %s', async (method, path) => {
    for (const query of ['?', '?a=1', '?%zz', '?a=1?b']) {
      expect(codeOf(await send(method, path + query, json))).toBe('400 QUERY_NOT_SUPPORTED');
    }
  });
});

describe('JSON_REQUIRED', () => {
  const path = '/v1/authentication/options';

  it.each([
    ['absent', {}],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a JSON dialect', { 'content-type': 'application/problem+json' }],
    ['JSON in a charset other than UTF-8', { 'content-type': 'application/json; charset=latin1' }],
    ['JSON with an unknown parameter', { 'content-type': 'application/json; x=1' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a list', { 'content-type': 'application/json, text/plain' }],
    [
      'JSON with a content encoding',
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ],
    [
      'JSON with the identity encoding',
      { 'content-type': 'application/json', 'content-encoding': 'identity' },
    ],
  ])('rejects a body whose type is %s', async (_title, headers) => {
    expect(codeOf(await send('POST', path, { origin, ...headers }, '{}'))).toBe(
      '415 JSON_REQUIRED',
    );
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
  ])('accepts a body of the type %s', async (type) => {
    expect((await send('POST', path, { origin, 'content-type': type }, '{}')).status).toBe(200);
  });
});

describe('INVALID_REQUEST: the body as JSON', () => {
  it.each([
    ['an empty body', ''],
    ['text that isn’t JSON', 'x'],
    ['garbage after the JSON', '{} x'],
    ['a member named twice', '{"a":1,"a":2}'],
    ['a byte order mark', '\ufeff{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['an unknown member', '{"a":1}'],
    ['a member named __proto__', '{"__proto__":{}}'],
    ['a member named constructor', '{"constructor":{}}'],
    ['deeply nested lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a lone surrogate', '{"\\ud800":1}'],
  ])('rejects an invalid JSON body: %s', async (_title, body) => {
    expect(codeOf(await send('POST', '/v1/authentication/options', json, body))).toBe(
      '400 INVALID_REQUEST',
    );
  });

  it('rejects invalid UTF-8', async () => {
    const response = await vault.app.inject({
      method: 'POST',
      url: '/v1/authentication/options',
      headers: json,
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: 'INVALID_REQUEST' });
  });

  it('rejects a GET request with a body, and a path whose id isn’t an OpaqueId', async () => {
    expect(codeOf(await send('GET', '/v1/config', json, '{}'))).toBe('400 INVALID_REQUEST');
    const { account } = await vault.client.openAccount();
    const headers = { origin, authorization: `Bearer ${account.token}` };
    for (const id of [
      'x',
      'A'.repeat(42),
      'A'.repeat(44),
      `${'A'.repeat(42)}B`,
      '%zz',
      `${'A'.repeat(42)}=`,
      `%41${'A'.repeat(42)}`,
      'A'.repeat(3000),
    ]) {
      expect(codeOf(await send('GET', `/v1/operations/${id}`, headers))).toBe(
        '400 INVALID_REQUEST',
      );
    }
    expect(codeOf(await send('GET', `/v1/operations/${opaqueId()}`, headers))).toBe(
      '404 OPERATION_UNKNOWN',
    );
  });
});

describe('the order of checks', () => {
  it('reports the violation whose check comes first', async () => {
    const { account } = await vault.client.openAccount();
    const expired = opaqueId();
    // Each step repairs the violation that was reported.
    const wrong = {
      method: 'PUT',
      path: '/v1/nowhere?x',
      headers: {} as Record<string, string>,
      body: 'x'.repeat(131_073),
    };
    const codes: string[] = [];
    const step = async (mend: () => void) => {
      codes.push(codeOf(await send(wrong.method, wrong.path, wrong.headers, wrong.body)));
      mend();
    };
    await step(() => {
      wrong.headers.origin = origin;
    });
    await step(() => {
      wrong.path = '/v1/mutations/commit?x';
    });
    await step(() => {
      wrong.method = 'POST';
    });
    await step(() => {
      wrong.path = '/v1/mutations/commit';
    });
    await step(() => {
      wrong.headers.authorization = `Bearer ${expired}`;
    });
    await step(() => {
      wrong.headers.authorization = `Bearer ${account.token}`;
    });
    await step(() => {
      wrong.headers['content-type'] = 'application/json';
    });
    await step(() => {
      wrong.body = 'x';
    });
    await step(() => {
      wrong.body = '{}';
    });
    await step(() => undefined);
    expect(codes).toEqual([
      '403 ORIGIN_DENIED',
      '404 NOT_FOUND',
      '405 METHOD_NOT_ALLOWED',
      '400 QUERY_NOT_SUPPORTED',
      '401 AUTH_REQUIRED',
      '401 SESSION_EXPIRED',
      '415 JSON_REQUIRED',
      '413 BODY_TOO_LARGE',
      '400 INVALID_REQUEST',
      '400 INVALID_REQUEST',
    ]);
  });
});

describe('headers of every response', () => {
  it('every response prevents caching and sniffing, doesn’t set a cookie, and doesn’t name the server', async () => {
    const { account } = await vault.client.openAccount();
    const answers = [
      await send('GET', '/v1/config', { origin }),
      await send('GET', '/v1/vault', { origin, authorization: `Bearer ${account.token}` }),
      await send('GET', '/v1/vault', { origin }),
      await send('POST', '/v1/authentication/options', json, '{}'),
      await send('POST', '/v1/authentication/options', json, '}'),
      await send('PATCH', '/v1/vault', { origin }),
      await send('OPTIONS', '/v1/vault', { origin }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'access-control-allow-origin': origin,
        vary: 'Origin',
      });
      for (const name of [
        'set-cookie',
        'server',
        'x-powered-by',
        'access-control-allow-credentials',
        'etag',
      ]) {
        expect(headers[name]).toBeUndefined();
      }
    }
  });

  it('asks for a bearer token in a 401 response', async () => {
    const answer = await send('GET', '/v1/vault', { origin });
    expect(codeOf(answer)).toBe('401 AUTH_REQUIRED');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});
