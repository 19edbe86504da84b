import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { parseTenants } from '../../../server/vault/tenants-file.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, type HarnessOptions, startVault, TENANT } from './harness.ts';

let vault: Harness;
afterEach(() => vault.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  vault.transport({ method: 'GET', path, headers });
const start = async (options: HarnessOptions = {}) => {
  vault = await startVault({ listen: true, ...options });
};

describe('/health', () => {
  it('/health responds ok to a request without an Origin header while storage works', async () => {
    await start();
    const answer = await get('/health');
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('/health responds 503 when storage fails', async () => {
    const store = createMemoryVaultStore();
    await start({ store: { ...store, ping: () => Promise.reject(new Error('gone')) } });
    const answer = await get('/health');
    expect([answer.status, answer.text]).toEqual([503, '{"status":"unavailable"}']);
  });
});

describe('/health on a full disk', () => {
  it('/health responds 200 on a full disk while writes fail with SERVICE_UNAVAILABLE, and the failed writes are counted', async () => {
    const store = createMemoryVaultStore();
    const full = () => Promise.reject(new Error('disk full'));
    await start({ store: { ...store, consumeChallenge: full } });
    expect((await get('/health')).status).toBe(200);
    await expect(vault.client.register(createSoftAuthenticator())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect((await get('/metrics')).text).toContain(
      'route="/v1/registration/verify",method="POST",outcome="SERVICE_UNAVAILABLE"} 1',
    );
  });
});

describe('the limit of the operator routes', () => {
  it('accepts 300 requests a minute from one address to all operator routes together', async () => {
    await start({ rateLimits: true });
    const paths = ['/health', '/openapi.json', '/metrics'];
    for (let i = 0; i < 300; i++) expect((await get(paths[i % 3] ?? '')).status).toBe(200);
    for (const path of paths) {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([429, '{"error":"TRY_LATER"}']);
      expect(answer.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
    }
    // The vault's routes have separate counters.
    expect((await get('/v1/config', { origin: TENANT.origin })).status).toBe(200);
    vault.clock.advance(60_000);
    expect((await get('/health')).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('counts requests by route and outcome, and names no account id, token, operation id, unknown path or address', async () => {
    await start();
    const { account, authenticator, first } = await vault.client.openAccount();
    await vault.client.receipt(account.token, first.operationId);
    await vault.client.logIn(authenticator);
    await get('/v1/secret-path', { origin: TENANT.origin });
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain(
      'condor_vault_requests_total{route="/v1/mutations/commit",method="POST",outcome="OK"} 1',
    );
    expect(text).toContain('condor_vault_requests_total{route="/v1/operations/{id}"');
    expect(text).toContain('outcome="NOT_FOUND"} 1');
    for (const secret of [
      account.accountId,
      account.token,
      first.operationId,
      'secret-path',
      '127.0.0.1',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('counts and logs requests that the router can’t parse', async () => {
    const lines: string[] = [];
    await start({ log: { level: 'debug', lines } });
    const { origin } = TENANT;
    expect((await get('/v1/%zz-secret', { origin })).status).toBe(404);
    expect((await get('/v1/operations/%zz-secret', { origin })).status).toBe(401);
    expect((await get('/v1/%zz-secret')).status).toBe(403);
    const { text } = await get('/metrics');
    const outcomes = ['NOT_FOUND', 'AUTH_REQUIRED', 'ORIGIN_DENIED'];
    for (const outcome of outcomes) {
      expect(text).toContain(
        `condor_vault_requests_total{route="none",method="other",outcome="${outcome}"} 1`,
      );
    }
    const logged = lines.map((line) => JSON.parse(line).outcome).filter(Boolean);
    expect(logged).toEqual(outcomes);
    expect(lines.join()).not.toContain('secret');
  });

  it('hides the metrics from requests through a proxy', async () => {
    await start();
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      const answer = await get('/metrics', { [header]: '127.0.0.1' });
      expect([answer.status, answer.text]).toEqual([404, '{"error":"NOT_FOUND"}']);
    }
  });

  it('serves metrics only for a Host that is a loopback name or address', async () => {
    await start();
    for (const host of ['localhost', 'LOCALHOST:8787', '127.0.0.1:8787', '127.1.2.3', '[::1]:8787'])
      expect((await get('/metrics', { host })).status, host).toBe(200);
    const foreign = [
      'evil.example',
      'evil.example:8787',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.168.1.2:8787',
      '[::]:8787',
      'localhost:8787:8787',
    ];
    for (const host of foreign) {
      const answer = await get('/metrics', { host, origin: `http://${host}` });
      expect([answer.status, answer.text], host).toEqual([404, '{"error":"NOT_FOUND"}']);
    }
  });
});

describe('/metrics with a token', () => {
  const token = 'a-token-of-some-length';

  it('serves metrics to requests with the token, even through a proxy, and to no other requests', async () => {
    await start({ operations: { health: true, metrics: { token }, openapi: true } });
    const authorization = `Bearer ${token}`;
    const remote = { authorization, host: 'vault.example', 'x-forwarded-for': '1.2.3.4' };
    expect((await get('/metrics', remote)).status).toBe(200);
    for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `bearer ${token}`, token]) {
      const headers = wrong === undefined ? undefined : { authorization: wrong };
      const answer = await get('/metrics', headers);
      expect([answer.status, answer.text]).toEqual([401, '{"error":"AUTH_REQUIRED"}']);
    }
  });
});

describe('the operator routes', () => {
  it('serves the operator routes when a tenant’s additional routes are off', async () => {
    await start({ tenants: [{ ...TENANT, extensions: false }] });
    for (const path of ['/health', '/metrics', '/openapi.json']) {
      expect((await get(path)).status).toBe(200);
    }
  });

  it.each(
    [true, false].flatMap((health) =>
      [true, false].flatMap((metrics) =>
        [true, false].flatMap((openapi) =>
          [true, false].map((extensions) => ({ health, metrics, openapi, extensions })),
        ),
      ),
    ),
  )(
    'turns each operator route and passkey removal on and off independently of the other routes: %o',
    async (on) => {
      await start({
        tenants: [{ ...TENANT, extensions: on.extensions }],
        operations: { ...on, metrics: on.metrics ? 'loopback' : 'off' },
      });
      for (const name of ['health', 'metrics', 'openapi'] as const) {
        const path = name === 'openapi' ? '/openapi.json' : `/${name}`;
        expect((await get(path)).status).toBe(on[name] ? 200 : 403);
        expect((await get(path, { origin: TENANT.origin })).status).toBe(on[name] ? 200 : 404);
      }
      const removal = await get('/ext/v1/passkeys/removal/options', { origin: TENANT.origin });
      expect(removal.status).toBe(on.extensions ? 405 : 404);
    },
  );

  it('the configuration turns passkey removal on for each tenant by default', () => {
    expect(readConfig({}).tenants.map(({ extensions }) => extensions)).toEqual([true]);
    const { origin, rpId, name } = TENANT;
    const parsed = parseTenants(JSON.stringify([{ id: 'a', origin, rpId, name }]));
    expect(parsed).toMatchObject({ tenants: [{ extensions: true, enrollment: true }] });
  });
});
