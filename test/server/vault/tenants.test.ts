import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as wire from '../../../shared/wire/vault.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient } from '../../helpers/vault-client.ts';
import { clientTenant, type Harness, OTHER_TENANT, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeAll(async () => {
  vault = await startVault({ tenants: [TENANT, OTHER_TENANT] });
});
afterAll(() => vault.close());

const mismatch = { status: 403, code: 'TENANT_MISMATCH' };

it('returns a tenant’s name unchanged, whatever letters it contains', async () => {
  for (const name of ['Tresor', 'Trésor', 'Сейф 🗝']) {
    const named = await startVault({ tenants: [{ ...TENANT, name }], listen: true });
    const headers = { origin: TENANT.origin };
    const answer = await named.transport({ method: 'GET', path: '/v1/config', headers });
    expect(JSON.parse(answer.text)).toMatchObject({ tenant: { name } });
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
    await named.close();
  }
});

describe('two tenants of one service', () => {
  it('selects a tenant by the Origin header', async () => {
    for (const tenant of [TENANT, OTHER_TENANT]) {
      const config = await vault.clientOf(tenant).ask(wire.ConfigResponse, 'GET', '/v1/config');
      expect(config.tenant).toEqual({
        id: tenant.id,
        origin: tenant.origin,
        rpId: tenant.rpId,
        name: tenant.name,
      });
      const { headers } = await vault.clientOf(tenant).call('GET', '/v1/config');
      expect(headers['access-control-allow-origin']).toBe(tenant.origin);
    }
  });

  it('returns TENANT_MISMATCH for another tenant’s session on routes that accept a session', async () => {
    const { account } = await vault.client.openAccount();
    const other = vault.clientOf(OTHER_TENANT);
    await expect(other.vault(account.token)).rejects.toMatchObject(mismatch);
    await expect(other.revoke(account.token)).rejects.toMatchObject(mismatch);
    await expect(other.receipt(account.token, 'A'.repeat(43))).rejects.toMatchObject(mismatch);
    await expect(other.registrationOptions(account.token)).rejects.toMatchObject(mismatch);
    await expect(
      other.mutationOptions(account, 'A'.repeat(43), 'A'.repeat(43)),
    ).rejects.toMatchObject(mismatch);
    await vault.client.vault(account.token);
  });

  it('returns TENANT_MISMATCH for another tenant’s challenge, and consumes the challenge', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const authenticator = createSoftAuthenticator();
    const { challengeId, options } = await vault.client.registrationOptions();
    const { credential } = authenticator.create(options, vault.client.ceremony());
    const send = (client: typeof other) =>
      client.post(wire.NewRegistrationResponse, '/v1/registration/verify', {
        challengeId,
        credential,
      });
    await expect(send(other)).rejects.toMatchObject(mismatch);
    await expect(send(vault.client)).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED' });
  });

  it('keeps two tenants’ accounts independent even if both have the same credential id', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const first = createSoftAuthenticator();
    const { account } = await vault.client.openAccount(first);
    const id = account.wraps[0] ?? '';
    const { challengeId, options } = await other.registrationOptions();
    const second = createSoftAuthenticator();
    const { credential } = second.create(options, {
      ...other.ceremony(),
      edit: {
        authData: (parts) => {
          parts.credentialId = new Uint8Array(Buffer.from(id, 'base64url'));
        },
      },
    });
    const made = await other.post(wire.NewRegistrationResponse, '/v1/registration/verify', {
      challengeId,
      credential: { ...credential, id, rawId: id },
    });
    expect(made.credentialId).toBe(id);
    expect(made.accountId).not.toBe(account.accountId);
    expect((await vault.client.logIn(first)).accountId).toBe(account.accountId);
  });

  it('logs an authenticator in to its account when two tenants each have an account', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const here = createSoftAuthenticator();
    const mine = await vault.client.openAccount(here);
    const theirs = await other.openAccount();
    expect((await vault.client.logIn(here)).accountId).toBe(mine.account.accountId);
    expect((await other.logIn(theirs.authenticator)).accountId).toBe(theirs.account.accountId);
  });
});

describe('tenants on one host name, each with a path', () => {
  const ROOT = TENANT;
  const A = { ...TENANT, id: 'a', name: 'Team A', path: '/team-a' };
  const B = { ...TENANT, id: 'b', name: 'Team B', path: '/team-a/b' };
  const C = { ...OTHER_TENANT, id: 'c', path: '/team-c' };
  let shared: Harness;
  beforeAll(async () => {
    shared = await startVault({ tenants: [ROOT, A, B, C], listen: true });
  });
  afterAll(() => shared.close());

  const ask = (path: string, origin = TENANT.origin, method = 'GET') =>
    shared.transport({ method, path, headers: { origin } });
  const idAt = async (path: string, origin?: string) => {
    const { text } = await ask(`${path}/v1/config`, origin);
    const { tenant, error } = JSON.parse(text);
    return tenant?.id ?? error;
  };

  it('finds a tenant by the path together with the origin', async () => {
    expect(await idAt('')).toBe('main');
    expect(await idAt('/team-a')).toBe('a');
    expect(await idAt('/team-a/b')).toBe('b');
    expect(await idAt('/team-c', OTHER_TENANT.origin)).toBe('c');
    expect(await idAt('/team-c')).toBe('ORIGIN_DENIED');
    expect(await idAt('', OTHER_TENANT.origin)).toBe('ORIGIN_DENIED');
  });

  it('serves the vault’s routes below a tenant’s path with the usual codes', async () => {
    const client = createVaultClient(
      (call) => shared.transport({ ...call, path: `${A.path}${call.path}` }),
      clientTenant(A),
    );
    const { account, authenticator } = await client.openAccount();
    await client.commit(account, authenticator);
    const { token } = await client.logIn(authenticator);
    expect((await client.vault(token)).envelope.revision).toBe(2);
    const elsewhere = shared.clientOf(ROOT);
    await expect(elsewhere.vault(token)).rejects.toMatchObject(mismatch);
    await expect(elsewhere.logIn(authenticator)).rejects.toMatchObject(mismatch);
    const codes: [string, string, number][] = [
      ['/team-a/v1/none', 'NOT_FOUND', 404],
      ['/team-a/v1/config/', 'NOT_FOUND', 404],
      ['/team-a', 'NOT_FOUND', 404],
      ['/team-A/v1/config', 'NOT_FOUND', 404],
      ['/team%2Da/v1/config', 'NOT_FOUND', 404],
      ['//team-a/v1/config', 'NOT_FOUND', 404],
      ['/team-ab/v1/config', 'NOT_FOUND', 404],
      ['/team-a/v1/config?x', 'QUERY_NOT_SUPPORTED', 400],
      ['/team-a/%', 'NOT_FOUND', 404],
      [`/team-a/v1/operations/${'%'.repeat(3)}`, 'AUTH_REQUIRED', 401],
    ];
    for (const [path, code, status] of codes) {
      const answer = await ask(path);
      expect([path, answer.text, answer.status]).toEqual([path, `{"error":"${code}"}`, status]);
    }
    const preflight = await ask('/team-a/v1/vault', TENANT.origin, 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(TENANT.origin);
  });

  it('returns the registered origin for an address with exactly one tenant', async () => {
    expect((await ask('/team-c/tenant')).text).toBe(`{"origin":"${OTHER_TENANT.origin}"}`);
    expect((await ask('/team-a/tenant', 'https://any.example')).text).toBe(
      `{"origin":"${TENANT.origin}"}`,
    );
    expect((await ask('/tenant')).status).toBe(200);
    const ports = { ...TENANT, id: 'port', origin: `${TENANT.origin}:8443` };
    const ambiguous = await startVault({ tenants: [TENANT, ports] });
    const answer = await ambiguous.transport({ method: 'GET', path: '/tenant', headers: {} });
    expect([answer.status, answer.text]).toEqual([404, '{"error":"NOT_FOUND"}']);
    const headers = { origin: ports.origin };
    const config = await ambiguous.transport({ method: 'GET', path: '/v1/config', headers });
    expect(JSON.parse(config.text)).toMatchObject({ tenant: { id: 'port' } });
    await ambiguous.close();
  });

  it('serves health and metrics only at the root', async () => {
    expect((await ask('/health')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(200);
    for (const path of [
      '/team-a/health',
      '/team-a/metrics',
      '/team-a/metrics?x',
      '/team-a/%68ealth',
      '/team-a/%6Detrics?x',
      '/team-a/openapi%2ejson',
      '/team-a/b/%68%65%61%6c%74%68',
      '/team-a/%2568ealth',
      '/team-a/%2Fhealth',
      '/team-a/%68ealth%',
      'http://vault.example.com/team-a/%68ealth',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});
