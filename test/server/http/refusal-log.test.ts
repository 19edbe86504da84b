import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { AuthenticationOptionsResponse } from '../../../shared/wire/vault.ts';
import { VAULT_CODES } from '../../../shared/wire/vault-codes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, type HarnessOptions, startVault, TENANT } from '../vault/harness.ts';

const ROOT = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('server/hosting/administration.md', ROOT), 'utf8');

/** Returns the document's fail2ban filter as a regular expression. `<HOST>` matches an address. */
function filter(): RegExp {
  const pattern = /^failregex = (.+)$/m.exec(page)?.[1];
  if (pattern === undefined) throw new Error('the page has no filter');
  return new RegExp(pattern.replace('<HOST>', '(?<host>[0-9a-fA-F.:]+)'));
}

let vault: Harness;
let lines: string[];
afterEach(() => vault.close());

async function start(options: HarnessOptions = {}) {
  lines = [];
  vault = await startVault({
    logAddresses: true,
    trustProxy: 1,
    log: { level: 'warn', lines },
    ...options,
  });
}

/** Returns the addresses that fail2ban would find, and the reason of each refusal. */
const found = () =>
  lines.flatMap((line) => {
    const host = filter().exec(line.trimEnd())?.groups?.host;
    return host === undefined ? [] : [`${host} ${JSON.parse(line).outcome}`];
  });

const from = (address: string) => ({ 'x-forwarded-for': address });

async function failLogin(address: string): Promise<void> {
  const authenticator = createSoftAuthenticator();
  await vault.client.openAccount(authenticator);
  const { challengeId, options } = await vault.client.post(
    AuthenticationOptionsResponse,
    '/v1/authentication/options',
    {},
  );
  const { credential } = authenticator.get(options, { origin: 'https://evil.example' });
  const answer = await vault.transport({
    method: 'POST',
    path: '/v1/authentication/verify',
    headers: { origin: TENANT.origin, 'content-type': 'application/json', ...from(address) },
    body: JSON.stringify({ challengeId, credential }),
  });
  expect(answer.text).toBe('{"error":"AUTH_FAILED"}');
}

const get = (path: string, headers: Record<string, string> = {}) =>
  vault.transport({ method: 'GET', path, headers });

describe('addresses of refused clients', () => {
  it('for a failed login, logs the address that the trusted proxy names', async () => {
    await start();
    await failLogin('198.51.100.1, 203.0.113.7');
    expect(found()).toEqual(['203.0.113.7 AUTH_FAILED']);
    expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual([
      'level',
      'time',
      'pid',
      'hostname',
      'address',
      'outcome',
      'msg',
    ]);
  });

  it('logs the client’s address for a request above a rate limit and for a wrong metrics token', async () => {
    await start({
      rateLimits: true,
      operations: { health: true, metrics: { token: 'a-token-of-some-length' }, openapi: true },
    });
    await get('/metrics', { authorization: 'Bearer guess', ...from('2001:db8::5') });
    for (let request = 0; request < 61; request++)
      await get('/v1/config', { origin: TENANT.origin, ...from('203.0.113.9') });
    expect(found()).toEqual(['2001:db8::5 AUTH_REQUIRED', '203.0.113.9 TRY_LATER']);
  });

  it('doesn’t log an address for a metrics request without a token', async () => {
    await start({
      operations: { health: true, metrics: { token: 'a-token-of-some-length' }, openapi: true },
    });
    const { status } = await get('/metrics', from('203.0.113.9'));
    expect([status, found()]).toEqual([401, []]);
  });

  it('logs an address at most ten times a minute', async () => {
    await start({ rateLimits: true });
    for (let request = 0; request < 200; request++)
      await get('/v1/config', { origin: TENANT.origin, ...from('203.0.113.9') });
    expect(found()).toHaveLength(10);
    vault.clock.advance(60_000);
    for (let request = 0; request < 61; request++)
      await get('/v1/config', { origin: TENANT.origin, ...from('203.0.113.9') });
    expect(found()).toHaveLength(11);
  });

  it('logs the addresses of one IPv6 subscriber at most ten times a minute', async () => {
    await start({
      operations: { health: true, metrics: { token: 'x'.repeat(16) }, openapi: true },
    });
    const guess = { authorization: 'Bearer guess' };
    for (let host = 1; host <= 40; host++)
      await get('/metrics', { ...guess, ...from(`2001:db8::${host}`) });
    expect(found()).toHaveLength(10);
    await get('/metrics', { ...guess, ...from('2001:db8:0:1::1') });
    expect(found()).toHaveLength(11);
  });

  it('doesn’t log forwarded text that isn’t an address, and logs an address without its port', async () => {
    await start();
    for (const text of ['"} evil', '1.2.3.4","outcome":"AUTH_FAILED', 'unknown', '::ffff:zz'])
      await failLogin(text);
    expect(lines).toEqual([]);
    await failLogin('[2001:db8::7]:4711');
    await failLogin('::ffff:192.0.2.1');
    expect(found()).toEqual(['2001:db8::7 AUTH_FAILED', '192.0.2.1 AUTH_FAILED']);
  });

  it('doesn’t log an address while logging is off, or for successful requests while logging is on', async () => {
    await start({ logAddresses: false });
    await failLogin('203.0.113.7');
    expect(lines).toEqual([]);
    await vault.close();
    await start();
    await get('/v1/config', { origin: TENANT.origin, ...from('203.0.113.7') });
    await get('/health', from('203.0.113.7'));
    expect(lines).toEqual([]);
  });
});

it('the document for log filters lists only real codes, and its filter matches its own sample line', () => {
  const sample = /^\{"level".*$/m.exec(page)?.[0] ?? '';
  expect(filter().exec(sample)?.groups?.host).toBe('203.0.113.7');
  const codes = /\(\?:([A-Z_|]+)\)/.exec(page)?.[1]?.split('|') ?? [];
  for (const code of codes) expect(VAULT_CODES).toContain(code);
  expect(codes).toHaveLength(4);
});
