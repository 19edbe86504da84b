import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as wire from '../../../shared/wire/vault.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeEach(async () => {
  vault = await startVault({ rateLimits: true, trustProxy: 1 });
});
afterEach(() => vault.close());

async function from(address: string, method: string, path: string, body?: string) {
  const answer = await vault.transport({
    method,
    path,
    headers: {
      origin: TENANT.origin,
      'x-forwarded-for': address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const { error = 'OK' } = JSON.parse(answer.text || '{}') as { error?: string };
  return { code: error, status: answer.status, headers: answer.headers };
}

describe('limits per address', () => {
  it('accepts 60 requests a minute, and then returns TRY_LATER with the time to wait', async () => {
    for (let i = 0; i < 60; i++) {
      expect((await from('192.0.2.1', 'GET', '/v1/config')).code).toBe('OK');
    }
    vault.clock.advance(15_000);
    const refused = await from('192.0.2.1', 'GET', '/v1/config');
    expect(refused).toMatchObject({ status: 429, code: 'TRY_LATER' });
    expect(refused.headers).toMatchObject({
      'retry-after': '45',
      'cache-control': 'no-store',
      'access-control-allow-origin': TENANT.origin,
    });
    expect((await from('192.0.2.2', 'GET', '/v1/config')).code).toBe('OK');
    vault.clock.advance(45_000);
    expect((await from('192.0.2.1', 'GET', '/v1/config')).code).toBe('OK');
  });

  it('counts requests before every other check', async () => {
    for (let i = 0; i < 60; i++) await from('192.0.2.1', 'GET', '/nowhere');
    const answer = await vault.transport({
      method: 'DELETE',
      path: '/nowhere?x',
      headers: { origin: 'https://evil.example.com', 'x-forwarded-for': '192.0.2.1' },
    });
    expect(JSON.parse(answer.text)).toEqual({ error: 'TRY_LATER' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('counts requests together when their forwarded addresses differ only in port or spelling', async () => {
    const spellings = ['192.0.2.9', '192.0.2.9:49152', '::ffff:192.0.2.9', '::ffff:c000:209'];
    for (let i = 0; i < 60; i++) {
      await from(spellings[i % spellings.length] ?? '', 'GET', '/v1/config');
    }
    for (const spelling of spellings) {
      expect((await from(spelling, 'GET', '/v1/config')).code).toBe('TRY_LATER');
    }
  });

  it('counts all addresses of an IPv6 /64 as one address', async () => {
    for (let i = 0; i < 10; i++) {
      const address = `2001:db8:1:2::${i.toString(16)}`;
      expect((await from(address, 'POST', '/v1/authentication/options', '{}')).code).toBe('OK');
    }
    const next = await from('2001:db8:1:2:ffff::1', 'POST', '/v1/authentication/options', '{}');
    expect(next.code).toBe('TRY_LATER');
    const neighbour = await from('2001:db8:1:3::1', 'POST', '/v1/authentication/options', '{}');
    expect(neighbour.code).toBe('OK');
  });

  it('accepts 10 requests for anonymous options and 10 verifications a minute', async () => {
    const paths = ['/v1/authentication/options', '/v1/registration/options'];
    const codeAt = async (path: string) => (await from('192.0.2.1', 'POST', path, '{}')).code;
    for (let i = 0; i < 5; i++) for (const path of paths) expect(await codeAt(path)).toBe('OK');
    for (const path of paths) expect(await codeAt(path)).toBe('TRY_LATER');
    for (let i = 0; i < 5; i++) {
      for (const path of ['/v1/authentication/verify', '/v1/registration/verify']) {
        expect((await from('192.0.2.1', 'POST', path, '{}')).code).toBe('INVALID_REQUEST');
      }
    }
    expect((await from('192.0.2.1', 'POST', '/v1/authentication/verify', '{}')).code).toBe(
      'TRY_LATER',
    );
    expect((await from('192.0.2.1', 'GET', '/v1/config')).code).toBe('OK');
    vault.clock.advance(60_000);
    for (const path of paths) expect(await codeAt(path)).toBe('OK');
  });

  it('accepts five new accounts an hour, and doesn’t count failed registrations', async () => {
    const register = async () => {
      const authenticator = createSoftAuthenticator();
      const { challengeId, options } = await vault.client.registrationOptions();
      const { credential } = authenticator.create(options, vault.client.ceremony());
      vault.clock.advance(60_000);
      return vault.client.post(wire.NewRegistrationResponse, '/v1/registration/verify', {
        challengeId,
        credential,
      });
    };
    for (let i = 0; i < 3; i++) {
      await expect(
        vault.client.post(wire.NewRegistrationResponse, '/v1/registration/verify', {}),
      ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
    for (let i = 0; i < 5; i++) await register();
    await expect(register()).rejects.toMatchObject({ status: 429, code: 'TRY_LATER' });
    vault.clock.advance(3_600_000);
    await register();
  });

  it('creates only five of nine accounts that are requested in parallel', async () => {
    const bodies = [];
    for (let i = 0; i < 9; i++) {
      const { challengeId, options } = await vault.client.registrationOptions();
      const { credential } = createSoftAuthenticator().create(options, vault.client.ceremony());
      bodies.push({ challengeId, credential });
    }
    const made = await Promise.allSettled(
      bodies.map((body) =>
        vault.client.post(wire.NewRegistrationResponse, '/v1/registration/verify', body),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const result of made) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'TRY_LATER' });
    }
  });

  it('trusts exactly the configured number of proxies', async () => {
    const chain = (clients: string) => from(clients, 'POST', '/v1/authentication/options', '{}');
    for (let i = 0; i < 10; i++) await chain(`198.51.100.${i}, 192.0.2.1`);
    // Condor's proxy appends the address that it sees. Addresses before it are only claims and are
    // ignored.
    expect((await chain('203.0.113.9, 192.0.2.1')).code).toBe('TRY_LATER');
    expect((await chain('192.0.2.1, 203.0.113.9')).code).toBe('OK');

    const direct = await startVault({ rateLimits: true, trustProxy: 0 });
    const claim = (address: string) =>
      direct.transport({
        method: 'POST',
        path: '/v1/authentication/options',
        headers: {
          origin: TENANT.origin,
          'x-forwarded-for': address,
          'content-type': 'application/json',
        },
        body: '{}',
      });
    for (let i = 0; i < 10; i++) await claim(`192.0.2.${i}`);
    expect((await claim('192.0.2.99')).status).toBe(429);
    await direct.close();
  });

  it('doesn’t count preflights as requests for anonymous options', async () => {
    for (let i = 0; i < 20; i++) await from('192.0.2.1', 'OPTIONS', '/v1/authentication/options');
    expect((await from('192.0.2.1', 'POST', '/v1/authentication/options', '{}')).code).toBe('OK');
  });
});

describe('limits per account', () => {
  it('accepts 20 mutations of an account a minute, from any addresses', async () => {
    const { account } = await vault.client.openAccount();
    const ask = (address: string) =>
      vault.transport({
        method: 'POST',
        path: '/v1/mutations/options',
        headers: {
          origin: TENANT.origin,
          'x-forwarded-for': address,
          'content-type': 'application/json',
          authorization: `Bearer ${account.token}`,
        },
        body: JSON.stringify({ revision: 1, digest: opaqueId(), operationId: opaqueId() }),
      });
    // The account's first commit already counts as one mutation.
    for (let i = 0; i < 19; i++) expect((await ask(`192.0.2.${i}`)).status).toBe(200);
    const refused = await ask('198.51.100.1');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    const stranger = await vault.client.openAccount();
    await vault.client.mutationOptions(stranger.account, opaqueId(), opaqueId());
    vault.clock.advance(60_000);
    expect((await ask('192.0.2.1')).status).toBe(200);
  });
});

describe('a flood of requests for anonymous options', () => {
  it('a flood of requests stores nothing and doesn’t prevent a login, however many networks send requests', async () => {
    const store = createMemoryVaultStore();
    const flooded = await startVault({ rateLimits: true, trustProxy: 1, store });
    const authenticator = createSoftAuthenticator();
    await flooded.client.openAccount(authenticator);
    flooded.clock.advance(1_200_000);
    await store.purge(flooded.clock.now());
    const ask = (i: number) =>
      flooded.transport({
        method: 'POST',
        path: i % 2 === 0 ? '/v1/authentication/options' : '/v1/registration/options',
        headers: {
          origin: TENANT.origin,
          // Spreads the requests over many addresses, with at most ten requests per address.
          'x-forwarded-for': `198.51.${Math.floor(i / 600)}.${1 + (i % 250)}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
    const codes = new Set<number>();
    for (let i = 0; i < 34 * 600; i++) codes.add((await ask(i)).status);
    expect(codes).toEqual(new Set([200]));
    await flooded.client.logIn(authenticator);
    flooded.clock.advance(3_600_000);
    // Two rows are deleted: the consumed challenge and the login's session.
    expect(await store.purge(flooded.clock.now())).toBe(2);
    await flooded.close();
  });
});
