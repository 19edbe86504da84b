import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { PROXIES, type RunningProxy, startProxy } from '../helpers/proxies.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { createTlsTransport, requestHttp2, type TlsOptions } from '../helpers/tls-transport.ts';
import {
  type Answer,
  type Call,
  createVaultClient,
  envelopeText,
  type Transport,
} from '../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

const HOST = 'vault.test';
const { origin } = DEVELOPMENT_TENANT;
const LIMIT = 131_072;

const json = { origin, 'content-type': 'application/json' };
const SETTINGS = { TRUST_PROXY: '1', RATE_LIMITS: 'on', SERVER_LOG_ADDRESSES: 'on' };
const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;
const anonymousOptions = (body: string, headers = {}): Call => ({
  method: 'POST',
  path: '/v1/authentication/options',
  headers: { ...json, ...headers },
  body,
});

/** Requests whose responses don't depend on the time. */
const SAMPLES: readonly Call[] = [
  { method: 'GET', path: '/v1/config', headers: { origin } },
  {
    method: 'GET',
    path: '/v1/config',
    headers: { origin, 'accept-encoding': 'gzip, br', 'if-none-match': '*' },
  },
  { method: 'GET', path: '/v1/config', headers: {} },
  { method: 'GET', path: '/v1/config', headers: { origin: 'https://other.example' } },
  { method: 'GET', path: '/v1/config?a=1', headers: { origin } },
  { method: 'GET', path: '/v1/%6eothing/..//x', headers: { origin } },
  { method: 'DELETE', path: '/v1/vault', headers: { origin } },
  { method: 'HEAD', path: '/v1/vault', headers: { origin } },
  { method: 'GET', path: '/v1/vault', headers: { origin } },
  {
    method: 'GET',
    path: '/v1/vault',
    headers: { origin, authorization: `Bearer ${'A'.repeat(43)}` },
  },
  {
    method: 'OPTIONS',
    path: '/v1/mutations/commit',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  },
  anonymousOptions('{"a":1}'),
  anonymousOptions('{}', { 'content-encoding': 'gzip' }),
  anonymousOptions(padded(LIMIT + 1)),
  anonymousOptions(padded(8 * LIMIT)),
  { method: 'GET', path: '/openapi.json', headers: { 'accept-encoding': 'gzip' } },
];

/** Headers that apply to one connection only, and the `date` header. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

function essence({ status, headers, text }: Answer, ofHead: boolean) {
  const own = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  // A response to HEAD may leave out the length.
  const kept = own.filter(([name]) => !(ofHead && name === 'content-length'));
  return { status, headers: Object.fromEntries(kept), text };
}

describe.each(PROXIES)('behind %s', (name) => {
  let server: ServerProcess;
  let proxy: RunningProxy;
  let tls: TlsOptions;
  const closing: { close(): void }[] = [];

  beforeAll(async () => {
    server = await startServerProcess({ environment: SETTINGS });
    proxy = await startProxy(name, { upstream: server.port, host: HOST });
    tls = { port: proxy.port, host: HOST };
  });
  afterAll(async () => {
    for (const { close } of closing) close();
    await proxy?.stop();
    await server?.end();
  });

  /** Returns a client with a separate address, so that no test uses up another test's limits. */
  function clientFrom(localAddress: string) {
    const transport = createTlsTransport({ ...tls, localAddress });
    closing.push(transport);
    return transport;
  }

  it('the proxy passes on the service’s status, headers and bytes', async () => {
    const through = clientFrom('127.0.0.2');
    const direct = createHttpTransport(server.port);
    closing.push(direct);
    for (const sample of SAMPLES) {
      const ofHead = sample.method === 'HEAD';
      const expected = essence(await direct(sample), ofHead);
      const received = essence(await through(sample), ofHead);
      expect(received, `${sample.method} ${sample.path}`).toEqual(expected);
      expect(received.headers.server).toBeUndefined();
    }
  });

  it('the proxy passes on a vault byte for byte, and the vault’s digest matches', async () => {
    const client = createVaultClient(clientFrom('127.0.0.3'), DEVELOPMENT_TENANT);
    const authenticator = createSoftAuthenticator();
    const { account } = await client.openAccount(authenticator);
    // Uses unusual whitespace and a large payload. A proxy might change them.
    const envelope = envelopeText(account, 90_000)
      .replaceAll(':', ' :\t')
      .replaceAll(',', ' ,\r\n');
    await client.commit(account, authenticator, { envelope });
    const { text } = await client.call('GET', '/v1/vault', account.token);
    expect(text.includes(envelope)).toBe(true);
    const login = await client.logIn(authenticator);
    expect(login.envelope.revision).toBe(2);
  });

  it('the proxy passes on a body of 131072 bytes, and passes on the service’s 413 for a body with one more byte', async () => {
    const through = clientFrom('127.0.0.4');
    expect((await through(anonymousOptions(padded(LIMIT)))).status).toBe(200);
    const { status, text } = await through(anonymousOptions(padded(LIMIT + 1)));
    expect([status, text]).toEqual([413, '{"error":"BODY_TOO_LARGE"}']);
  });

  it('the service limits and logs the client’s real address behind a proxy, whatever address the client claims', async () => {
    const ask = (through: Transport, at: number) =>
      through(
        anonymousOptions('{}', {
          'x-forwarded-for': `203.0.113.${at}`,
          forwarded: `for=192.0.2.${at}`,
        }),
      );
    const through = clientFrom('127.0.0.5');
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await ask(through, at)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await ask(clientFrom('127.0.0.6'), 1)).status).toBe(200);
    expect(server.output.err).toContain('"address":"127.0.0.5","outcome":"TRY_LATER"');
    expect(server.output.err).not.toMatch(/203\.0\.113|192\.0\.2/);
  });

  it('the proxy serves many requests over one connection, and needs few connections to the service', async () => {
    const through = clientFrom('127.0.0.7');
    for (let at = 0; at < 55; at++)
      expect(
        (await through({ method: 'GET', path: '/v1/config', headers: { origin } })).status,
      ).toBe(200);
    expect(through.connections()).toBe(1);
    expect(connectionsTo(server.port)).toBeLessThan(15);
  });

  it('the proxy returns the same response over HTTP/2 as the service does directly', async () => {
    const direct = createHttpTransport(server.port);
    closing.push(direct);
    const sample = { method: 'GET', path: '/v1/config', headers: { origin } };
    const expected = essence(await direct(sample), false);
    expect(essence(await requestHttp2(tls, sample), false)).toEqual(expected);
  });

  it('the proxy doesn’t pass on metrics, but passes on /health', async () => {
    const through = clientFrom('127.0.0.8');
    expect((await through({ method: 'GET', path: '/metrics', headers: {} })).status).toBe(404);
    expect((await through({ method: 'GET', path: '/health', headers: {} })).status).toBe(200);
  });

  it('the proxy answers 502 while the service restarts, and serves requests afterwards', async () => {
    const through = clientFrom('127.0.0.9');
    const config = { method: 'GET', path: '/v1/config', headers: { origin } };
    expect((await through(config)).status).toBe(200);
    expect(await server.end()).toBe(0);
    const down = await through(config);
    expect(down.status).toBe(502);
    expect(down.headers['access-control-allow-origin']).toBeUndefined();
    server = await startServerProcess({
      environment: { ...SETTINGS, PORT: String(server.port) },
    });
    expect((await through(config)).status).toBe(200);
  });
});

describe.each(PROXIES)('tenants with paths behind %s', (name) => {
  const closing: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('the proxy keeps the tenants’ vaults separate, and passes on each path unchanged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'condor-paths-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    const tenants = ['team-a', 'team-b'].map((id) => ({
      id,
      name: id,
      path: `/${id}`,
      origin,
      rpId: 'localhost',
      webauthnOrigins: [DEVELOPMENT_TENANT.webauthnOrigin],
    }));
    const file = join(folder, 'tenants.json');
    writeFileSync(file, JSON.stringify(tenants));
    const server = await startServerProcess({
      environment: { ...SETTINGS, VAULT_TENANTS_FILE: file },
    });
    closing.push(() => server.end());
    const proxy = await startProxy(name, { upstream: server.port, host: HOST });
    closing.push(proxy.stop);
    const through = createTlsTransport({
      port: proxy.port,
      host: HOST,
      localAddress: '127.0.0.2',
    });
    closing.push(() => through.close());
    const below =
      (path: string): Transport =>
      (call) =>
        through({ ...call, path: path + call.path });
    const client = createVaultClient(below('/team-a'), DEVELOPMENT_TENANT);
    const { account, authenticator } = await client.openAccount();
    await client.commit(account, authenticator, { envelope: envelopeText(account, 90_000) });
    expect((await client.logIn(authenticator)).envelope.revision).toBe(2);

    const other = createVaultClient(below('/team-b'), DEVELOPMENT_TENANT);
    await expect(other.vault(account.token)).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
    for (const [path, status] of [
      ['/team-a/tenant', 200],
      ['/team-c/v1/config', 403],
      ['/v1/config', 403],
      ['/health', 200],
    ] as const)
      expect([path, (await through({ method: 'GET', path, headers: { origin } })).status]).toEqual([
        path,
        status,
      ]);
  });
});

function connectionsTo(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => line.trim().split(/\s+/)[2]?.endsWith(`:${hex}`)).length;
}
