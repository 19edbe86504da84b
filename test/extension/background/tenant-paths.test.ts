import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vaultOriginRules } from '../../../entrypoints/background/platform/origin-rules.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const HOST = 'https://vault.example.com';
const A = { ...TENANT, id: 'a', name: 'Team A', path: '/team-a' };
const B = { ...TENANT, id: 'b', name: 'Team B', path: '/team-b' };
/** A tenant whose registered origin differs from its address. */
const C = { ...TENANT, id: 'c', path: '/team-c', origin: 'https://c.example.com' };

let harness: Harness;
beforeAll(async () => {
  harness = await startVault({ tenants: [A, B, C] });
});
afterAll(() => harness.close());

const deviceAt = (address: string, authenticator = createSoftAuthenticator()) =>
  createDevice({ harness, authenticator, address });

describe('a wallet at a server with several tenants on one host name', () => {
  it('finds the tenant of its server address, and opens the tenant’s account on a second device', async () => {
    for (const tenant of [A, B]) {
      const authenticator = createSoftAuthenticator();
      const phone = deviceAt(`${HOST}${tenant.path}`, authenticator);
      expect((await phone.session.checkServer()).tenant).toMatchObject({
        id: tenant.id,
        name: tenant.name,
        origin: HOST,
      });
      await phone.session.createAccount();
      await phone.session.lock();
      await phone.session.unlock();
      await phone.session.syncEnded();
      const laptop = deviceAt(`${HOST}${tenant.path}`, authenticator);
      await laptop.session.signIn();
      expect(laptop.session.device()?.accountId).toBe(phone.session.device()?.accountId);
      expect(phone.requests).not.toContain(`GET ${tenant.path}/tenant`);
    }
  });

  it('doesn’t sign in with a passkey of a different tenant', async () => {
    const authenticator = createSoftAuthenticator();
    await deviceAt(`${HOST}/team-a`, authenticator).session.createAccount();
    const other = deviceAt(`${HOST}/team-b`, authenticator);
    await expect(other.session.signIn()).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
  });

  it('sends the origin that the server requires if the server’s address has a different origin', async () => {
    const phone = deviceAt(`${HOST}/team-c`);
    const { tenant } = await phone.session.checkServer();
    expect([tenant.id, tenant.origin]).toEqual(['c', 'https://c.example.com']);
    await phone.session.createAccount();
    await phone.session.lock();
    await phone.session.unlock();
  });

  it('reports that a server address has no tenant, or that the tenant has no usable origin', async () => {
    const denied = { code: 'ORIGIN_DENIED' };
    await expect(deviceAt(HOST).session.checkServer()).rejects.toMatchObject(denied);
    for (const origin of ['http://c.example.com', 'https://c.example.com/x', 'null', HOST]) {
      const phone = deviceAt(`${HOST}/team-c`);
      phone.network.intercept = ({ path }, forward) =>
        path === '/team-c/tenant'
          ? Promise.resolve(new Response(JSON.stringify({ origin })))
          : forward();
      await expect(phone.session.checkServer()).rejects.toMatchObject(denied);
    }
  });

  it('rejects a server that names a different server’s origin', async () => {
    const seen: string[] = [];
    const phone = deviceAt(`${HOST}/team-c`);
    phone.network.intercept = async ({ path }, forward) => {
      seen.push(path);
      return path === '/team-c/tenant'
        ? new Response('{"origin":"https://victim.example"}')
        : forward();
    };
    await expect(phone.session.checkServer()).rejects.toMatchObject({ code: 'ORIGIN_DENIED' });
    expect(seen).toEqual(['/team-c/v1/config', '/team-c/tenant', '/team-c/v1/config']);
  });
});

describe("the browser's rules for the Origin header", () => {
  const filtersAt = (vaultUrl: string) =>
    vaultOriginRules({ vaultUrl, origin: HOST }, 'abc').map(({ condition }) => condition.urlFilter);

  it('creates browser rules only for routes below the server’s host, port and path', () => {
    expect(filtersAt('https://vault.example.com')).toEqual([
      '|https://vault.example.com/v1/',
      '|https://vault.example.com/ext/v1/',
    ]);
    expect(filtersAt('https://vault.example.com:8443/team-a/')).toEqual([
      '|https://vault.example.com:8443/team-a/v1/',
      '|https://vault.example.com:8443/team-a/ext/v1/',
    ]);
  });

  it.each(['https://*.example.com', 'https://a.example.com/*', 'https://a.example.com/x|y'])(
    'refuses to create a browser rule for %s',
    (vaultUrl) => {
      expect(() => filtersAt(vaultUrl)).toThrow(TypeError);
    },
  );
});
