import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryVaultStore } from '../../../server/vault/storage/memory-store.ts';
import { VAULT_CODES } from '../../../shared/wire/vault.ts';
import { type Harness, type HarnessOptions, startVault, TENANT } from './harness.ts';

let vault: Harness;
afterEach(() => vault.close());

const ON = [{ ...TENANT, extensions: true }];
const get = (path: string, headers: Record<string, string> = {}) =>
  vault.transport({ method: 'GET', path, headers });
const start = async (options: HarnessOptions = {}) => {
  vault = await startVault({ tenants: ON, listen: true, ...options });
};

describe('/health', () => {
  it('says ok while storage answers, without any origin', async () => {
    await start();
    const answer = await get('/health');
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('says 503 when storage does not', async () => {
    const store = createMemoryVaultStore();
    await start({ store: { ...store, ping: () => Promise.reject(new Error('gone')) } });
    const answer = await get('/health');
    expect([answer.status, answer.text]).toEqual([503, '{"status":"unavailable"}']);
  });
});

describe('/health on a full disk', () => {
  it('stays 200, for it only reads; what writes says SERVICE_UNAVAILABLE and is counted', async () => {
    const store = createMemoryVaultStore();
    const full = () => Promise.reject(new Error('disk full'));
    await start({ store: { ...store, addChallenge: full, createAccount: full, logIn: full } });
    expect((await get('/health')).status).toBe(200);
    await expect(vault.client.registrationOptions()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect((await get('/metrics')).text).toContain(
      'route="/v1/registration/options",method="POST",outcome="SERVICE_UNAVAILABLE"} 1',
    );
  });
});

describe('the limit of the routes for operators', () => {
  it('lets 300 requests a minute of an address through, whichever they are for', async () => {
    await start({ rateLimits: true });
    const paths = ['/health', '/openapi.json', '/metrics'];
    for (let i = 0; i < 300; i++) expect((await get(paths[i % 3] ?? '')).status).toBe(200);
    for (const path of paths) {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([429, '{"error":"TRY_LATER"}']);
      expect(answer.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
    }
    // The vault's own routes are counted by themselves.
    expect((await get('/v1/config', { origin: TENANT.origin })).status).toBe(200);
    vault.clock.advance(60_000);
    expect((await get('/health')).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('counts by route and outcome, and names no account, path or address', async () => {
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

  it('counts, and logs, what the router itself cannot read', async () => {
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

  it('hides from anyone who comes through a proxy', async () => {
    await start();
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      const answer = await get('/metrics', { [header]: '127.0.0.1' });
      expect([answer.status, answer.text]).toEqual([404, '{"error":"NOT_FOUND"}']);
    }
  });
});

describe('the routes for operators', () => {
  it('do not exist unless a tenant turns them on', async () => {
    await start({ tenants: [TENANT] });
    for (const path of ['/health', '/metrics', '/openapi.json']) {
      expect((await get(path)).status).toBe(403);
      expect((await get(path, { origin: TENANT.origin })).status).toBe(404);
    }
  });
});

interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly responses: { readonly Error: Content } };
}
interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}
interface Operation {
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
  readonly security: readonly object[];
}
interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly additionalProperties?: boolean;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly type?: string;
}

describe('/openapi.json', () => {
  const describeService = async (): Promise<Description> => {
    await start();
    const { text } = await get('/openapi.json');
    return JSON.parse(text) as Description;
  };
  const bodyOf = (operation: Operation | undefined): Schema =>
    operation?.requestBody?.content['application/json'].schema ?? {};
  const answerOf = (operation: Operation | undefined): Schema =>
    operation?.responses['200']?.content['application/json'].schema ?? {};
  const at = (schema: Schema | undefined, ...names: string[]): Schema =>
    names.reduce<Schema>(
      (one, name) => (name === '[]' ? one.items : one.properties?.[name]) ?? {},
      schema ?? {},
    );

  it('lists the ten endpoints with the auth and the statuses of the specification', async () => {
    const { paths } = await describeService();
    const listed = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .map(([path, operations]) => {
        const [method] = Object.keys(operations).filter(
          (name) => name === 'get' || name === 'post',
        );
        return [method, path, operations[method ?? '']?.security];
      });
    const session = { session: [] };
    expect(listed).toEqual([
      ['get', '/v1/config', []],
      ['post', '/v1/registration/options', [{}, session]],
      ['post', '/v1/registration/verify', [{}, session]],
      ['post', '/v1/authentication/options', []],
      ['post', '/v1/authentication/verify', []],
      ['get', '/v1/vault', [session]],
      ['post', '/v1/mutations/options', [session]],
      ['post', '/v1/mutations/commit', [session]],
      ['get', '/v1/operations/{id}', [session]],
      ['post', '/v1/session/revoke', [session]],
    ]);
    for (const operations of Object.values(paths)) {
      const operation = operations.get ?? operations.post;
      expect(Object.keys(operation?.responses ?? {})).toEqual([
        '200',
        '400',
        '401',
        '403',
        '404',
        '405',
        '409',
        '413',
        '415',
        '429',
        '503',
      ]);
      expect(operations.options?.responses).toHaveProperty('204');
    }
  });

  it('has the lengths, patterns and fixed values of the specification', async () => {
    const { paths } = await describeService();
    const text = (minLength: number, maxLength: number) => ({
      type: 'string',
      pattern: '^[A-Za-z0-9_-]+$',
      minLength,
      maxLength,
    });
    const opaqueId = text(43, 43);
    const credentialId = text(2, 1366);
    const commit = bodyOf(paths['/v1/mutations/commit']?.post);
    expect(at(commit, 'challengeId')).toEqual(opaqueId);
    expect(at(commit, 'credential', 'id')).toEqual(credentialId);
    expect(at(commit, 'credential', 'response', 'clientDataJSON')).toEqual(text(2, 5462));
    expect(at(commit, 'credential', 'response', 'authenticatorData')).toEqual(text(50, 5462));
    expect(at(commit, 'credential', 'response', 'signature')).toEqual(text(2, 2731));
    expect(at(commit, 'credential', 'response', 'userHandle').anyOf).toEqual([
      opaqueId,
      { type: 'null' },
    ]);
    expect(at(commit, 'envelope', 'v').const).toBe(2);
    expect(at(commit, 'envelope', 'revision')).toMatchObject({ type: 'integer', minimum: 1 });
    expect(at(commit, 'envelope', 'payload', 'iv')).toEqual(text(16, 16));
    expect(at(commit, 'envelope', 'payload', 'ct')).toEqual(text(23, 174_763));
    expect(at(commit, 'envelope', 'wraps')).toMatchObject({ minItems: 1, maxItems: 8 });
    expect(at(commit, 'envelope', 'wraps', '[]', 'salt')).toEqual(opaqueId);
    expect(at(commit, 'envelope', 'wraps', '[]', 'ct')).toEqual(text(64, 64));
    const login = bodyOf(paths['/v1/authentication/verify']?.post);
    expect(at(login, 'credential', 'response', 'userHandle')).toEqual(opaqueId);
    const verify = bodyOf(paths['/v1/registration/verify']?.post);
    expect(at(verify, 'credential', 'response', 'attestationObject')).toEqual(text(2, 21_846));
    expect(at(verify, 'credential', 'response', 'transports')).toMatchObject({
      minItems: 0,
      maxItems: 8,
    });
    expect(at(verify, 'credential', 'response', 'transports', '[]').maxLength).toBe(32);
    const mutation = bodyOf(paths['/v1/mutations/options']?.post);
    expect(at(mutation, 'revision')).toMatchObject({ type: 'integer', minimum: 0 });
    const session = answerOf(paths['/v1/authentication/verify']?.post);
    expect(at(session, 'expires')).toEqual({
      type: 'integer',
      minimum: 0,
      maximum: 9_007_199_254_740_991,
    });
    const options = at(answerOf(paths['/v1/registration/options']?.post), 'options');
    expect(options.required).toEqual([
      'challenge',
      'rp',
      'user',
      'pubKeyCredParams',
      'timeout',
      'attestation',
      'excludeCredentials',
      'authenticatorSelection',
      'extensions',
      'hints',
    ]);
    expect(at(options, 'pubKeyCredParams')).toMatchObject({ minItems: 2, maxItems: 2 });
    expect(at(options, 'hints')).toMatchObject({ minItems: 0, maxItems: 0 });
    expect([at(options, 'timeout').const, at(options, 'attestation').const]).toEqual([
      60_000,
      'none',
    ]);
    const config = answerOf(paths['/v1/config']?.get);
    expect([
      at(config, 'version').const,
      at(config, 'maxWallets').const,
      at(config, 'maxPasskeys').const,
    ]).toEqual([1, 32, 8]);
  });

  it('closes every object and lists all 29 codes', async () => {
    const { paths, components } = await describeService();
    const open: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (
        'type' in value &&
        value.type === 'object' &&
        !('additionalProperties' in value && value.additionalProperties === false)
      )
        open.push(path);
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
    };
    walk(paths, 'paths');
    walk(components, 'components');
    expect(open).toEqual([]);
    const error = at(components.responses.Error.content['application/json'].schema, 'error');
    expect(error.anyOf?.map((one) => one.const)).toEqual([...VAULT_CODES]);
    expect(VAULT_CODES).toHaveLength(29);
  });

  it('lists the four routes of our own', async () => {
    const { paths } = await describeService();
    expect(Object.keys(paths).filter((path) => path.startsWith('/ext/v1/'))).toHaveLength(4);
  });
});
