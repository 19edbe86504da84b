import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';

const folder = mkdtempSync(join(tmpdir(), 'condor-tenants-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tenants = (content: string) => {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, content);
  return file;
};
const tenant = {
  id: 'a',
  origin: 'https://vault.a.example',
  rpId: 'a.example',
  name: 'A',
};

describe('settings', () => {
  it('uses defaults for development', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      rateLimits: true,
      trustProxy: 0,
      logLevel: 'info',
      ordersUpstreams: [],
      ordersBooks: [],
      databases: {
        vault: { engine: 'sqlite', file: './data/condor.db' },
        orders: { engine: 'sqlite', file: 'data/condor.orders.db' },
        indexer: { engine: 'sqlite', file: 'data/condor.indexer.db' },
      },
    });
    expect([...config.services]).toEqual(['vault', 'orders', 'indexer']);
    expect(config.tenants).toEqual([
      {
        id: 'main',
        origin: 'https://localhost:8787',
        rpId: 'localhost',
        name: 'Condor',
        webauthnOrigins: [
          `chrome-extension://${DEVELOPMENT_EXTENSION_ID}`,
          expect.stringMatching(/^moz-extension:\/\/[a-p]{64}$/),
        ],
        enrollment: true,
        extensions: true,
      },
    ]);
    expect(config.operations).toEqual({ health: true, metrics: 'loopback', openapi: true });
  });

  it('turns on hourly backups when a folder is set', () => {
    expect(readConfig({}).backups).toBeUndefined();
    expect(readConfig({ VAULT_BACKUP_DIR: 'copies' }).backups).toEqual({
      folder: 'copies',
      everyMs: 3_600_000,
      copies: 48,
    });
  });

  it('each operator route has its own setting, and the metrics accept a token', () => {
    const { operations } = readConfig({
      SERVER_HEALTH: 'off',
      SERVER_METRICS: 'a-token-of-some-length',
      SERVER_OPENAPI: 'off',
    });
    expect(operations).toEqual({
      health: false,
      metrics: { token: 'a-token-of-some-length' },
      openapi: false,
    });
    expect(readConfig({ SERVER_METRICS: 'off' }).operations.metrics).toBe('off');
  });

  it('rejects misspelt settings, and rejects a malformed token without printing that token', () => {
    for (const token of ['hunter2', 'with spaces in the middle of it']) {
      expect(() => readConfig({ SERVER_METRICS: token })).toThrow(/^SERVER_METRICS is "…"/);
    }
    expect(() => readConfig({ SERVER_HEALTH: 'no' })).toThrow('SERVER_HEALTH');
    expect(() => readConfig({ SERVER_METRIC: 'off' })).toThrow('did you mean SERVER_METRICS');
    expect(readConfig({ SERVER_NAME: 'mine' }).unknownSettings).toEqual([]);
  });

  it('ignores variables of other programs', () => {
    const others = {
      ...{
        HOSTS: 'x',
        REPORT: '1',
        host: 'tcsh',
        DEVICES: '2',
        LOGLEVELS2: 'x',
        npm_config_port: '1',
      },
      ...{ DATABASE_HOST: 'db', SERVER_PORT: '80', CHAIN_ID: '1', TRUST_STORE: 'x', RATE: '3' },
    };
    expect(readConfig(others)).toEqual(readConfig({}));
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SERVICES: '', VAULT_ORIGIN: '' })).toEqual(readConfig({}));
  });

  it('lists unknown variables that start with VAULT_, but not their values', () => {
    const config = readConfig({ VAULT_TOKEN: 's.hunter2', VAULT_ADDR: 'https://x', VAULT_X: '' });
    expect(config.unknownSettings).toEqual(['VAULT_TOKEN', 'VAULT_ADDR']);
  });

  it('accepts an IP address as an origin if passkeys are used only in extensions', () => {
    const environment = {
      VAULT_ORIGIN: 'https://1.2.3.4',
      VAULT_RP_ID: 'keys.example.com',
      VAULT_WEBAUTHN_ORIGINS: `chrome-extension://${'abcdefgh'.repeat(4)}`,
    };
    expect(readConfig(environment).tenants[0]?.origin).toBe('https://1.2.3.4');
  });

  it('derives a tenant from its origin alone', () => {
    const { tenants: read } = readConfig({ VAULT_ORIGIN: 'https://vault.example.com' });
    expect(read[0]).toMatchObject({
      rpId: 'vault.example.com',
      webauthnOrigins: ['https://vault.example.com'],
    });
  });

  it('requires extension origins for an rpId that is neither the origin’s host nor a parent domain of that host', () => {
    const elsewhere = { VAULT_ORIGIN: 'https://api.example.com', VAULT_RP_ID: 'keys.example.org' };
    expect(() => readConfig(elsewhere)).toThrow('VAULT_RP_ID');
    const extension = {
      ...elsewhere,
      VAULT_WEBAUTHN_ORIGINS: `chrome-extension://${'abcdefgh'.repeat(4)}`,
    };
    expect(readConfig(extension).tenants[0]?.rpId).toBe('keys.example.org');
    const parent = { VAULT_ORIGIN: 'https://api.example.com', VAULT_RP_ID: 'example.com' };
    expect(readConfig(parent).tenants[0]?.rpId).toBe('example.com');
  });

  it.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'https://xn--bcher-kva.example',
    `chrome-extension://${'abcdefgh'.repeat(4)}`,
    `moz-extension://${'abcdefgh'.repeat(8)}`,
  ])('accepts %s as an origin of passkey ceremonies', (origin) => {
    const { tenants: read } = readConfig({
      VAULT_ORIGIN: 'https://a.example.com',
      VAULT_WEBAUTHN_ORIGINS: origin,
    });
    expect(read[0]?.webauthnOrigins).toEqual([origin]);
  });

  it.each([
    'http://app.example.com',
    'https://',
    'https://app.example.com/',
    'https://app.example.com:443',
    'https://App.example.com',
    'https://*.example.com',
    'https://user@app.example.com',
    'https://app.example.com:99999',
    'https://bücher.example',
    'https://app.example.com?x',
    'https://app.example.com#x',
    'https://app.example.com\\',
    'null',
    '*',
    'chrome-extension://',
    `chrome-extension://${'abcdefgh'.repeat(4)}/`,
    `chrome-extension://${'abcdefgh'.repeat(4)}:1`,
    `chrome-extension://user@${'abcdefgh'.repeat(4)}`,
    `chrome-extension://${'abcdefgh'.repeat(4)}a`,
    `chrome-extension://${'abcdefgz'.repeat(4)}`,
    `Chrome-extension://${'abcdefgh'.repeat(4)}`,
    'moz-extension://6c7c8a3e-2f6b-4b8e-9a51-0e9a7c5d4f10',
    `moz-extension://${'abcdefgh'.repeat(4)}`,
  ])('rejects %s as an origin of passkey ceremonies', (origin) => {
    const environment = {
      VAULT_ORIGIN: 'https://a.example.com',
      VAULT_WEBAUTHN_ORIGINS: origin,
    };
    expect(() => readConfig(environment)).toThrow('VAULT_WEBAUTHN_ORIGINS is');
  });

  it('reads the path and the quota of a single tenant and of several tenants at one origin', () => {
    const [one] = readConfig({ VAULT_PATH: '/team-a', VAULT_MAX_ACCOUNTS: '25' }).tenants;
    expect(one).toMatchObject({ path: '/team-a', maxAccounts: 25 });
    const list = [
      { ...tenant, path: '/team-a', maxAccounts: 0 },
      { ...tenant, path: '/team-a/b', id: 'b' },
      { ...tenant, id: 'c' },
    ];
    const file = tenants(JSON.stringify(list));
    expect(readConfig({ VAULT_TENANTS_FILE: file }).tenants).toMatchObject(list);
  });

  it('accepts the example tenants in the document about administration', () => {
    const page = new URL('../../server/hosting/administration.md', import.meta.url);
    const [, block = ''] = /```json\n(\[[^`]+)```/.exec(readFileSync(page, 'utf8')) ?? [];
    const config = readConfig({ VAULT_TENANTS_FILE: tenants(block) });
    expect(config.tenants.map(({ path }) => path)).toEqual(['/team-a', '/team-b']);
  });

  it('reads tenants from a file', () => {
    const second = {
      ...tenant,
      id: 'b',
      origin: 'https://vault.b.example',
      rpId: 'b.example',
      enrollment: false,
      extensions: false,
      webauthnOrigins: ['https://app.b.example'],
    };
    const config = readConfig({ VAULT_TENANTS_FILE: tenants(JSON.stringify([tenant, second])) });
    expect(config.tenants).toEqual([
      { ...tenant, webauthnOrigins: [tenant.origin], enrollment: true, extensions: true },
      second,
    ]);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT is "abc"; allowed: a whole number from 0 to 65535'],
    [
      { VAULT_MAX_ACCOUNTS: '-1' },
      'VAULT_MAX_ACCOUNTS is "-1"; allowed: a whole number from 0 to 1000000000',
    ],
    [
      { VAULT_PATH: 'team-a' },
      'VAULT_PATH is "team-a"; allowed: a path such as /team-a: letters, digits, dots, hyphens and underscores, without v1, ext or another own route',
    ],
    [{ SERVER_LOG_ADDRESSES: 'yes' }, 'SERVER_LOG_ADDRESSES is "yes"; allowed: on, off'],
    [
      { DATABASE_WAIT_SECONDS: '1h' },
      'DATABASE_WAIT_SECONDS is "1h"; allowed: a whole number from 0 to 3600',
    ],
    [{ PORT: '65536' }, 'PORT is "65536"; allowed: a whole number from 0 to 65535'],
    [{ PORT: '1e3' }, 'PORT is "1e3"; allowed: a whole number from 0 to 65535'],
    [{ HOST: 'not a host' }, 'HOST is "not a host"; allowed: an IP address or a name'],
    [
      { SERVICES: 'vault,mail' },
      'SERVICES is "vault,mail"; allowed: one or more of vault, orders, indexer, separated by commas',
    ],
    [
      { SERVICES: ',' },
      'SERVICES is ","; allowed: one or more of vault, orders, indexer, separated by commas',
    ],
    [
      { DATABASE_URL: 'mysql://root:hunter2@db' },
      'DATABASE_URL is "mysql:…"; allowed: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ],
    [
      { DATABASE_URL: 'condor1:hunter2@db/condor' },
      'DATABASE_URL is "…"; allowed: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ],
    [
      { DATABASE_URL: 'postgres//condor:hunter2@db/condor' },
      'DATABASE_URL is "…"; allowed: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ],
    [
      { DATABASE_URL: 'hunter2:x@db/condor' },
      'DATABASE_URL is "…"; allowed: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ],
    [
      { DATABASE_URL: 'sqlite:' },
      'DATABASE_URL is "sqlite:…"; allowed: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ],
    [
      { VAULT_ORIGIN: 'http://vault.example.com' },
      'VAULT_ORIGIN is "http://vault.example.com"; allowed: an https origin without a path, such as https://vault.example.com',
    ],
    [
      { VAULT_ORIGIN: 'https://vault.example.com/' },
      'VAULT_ORIGIN is "https://vault.example.com/"; allowed: an https origin without a path, such as https://vault.example.com',
    ],
    [
      { VAULT_ORIGIN: 'nonsense' },
      'VAULT_ORIGIN is "nonsense"; allowed: an https origin without a path, such as https://vault.example.com',
    ],
    [
      { VAULT_RP_ID: 'com', VAULT_ORIGIN: 'https://example.com' },
      'VAULT_RP_ID is "com"; allowed: example.com or a registrable parent of it; another host only with extension origins in webauthnOrigins',
    ],
    [
      { VAULT_TENANT_ID: 'a b' },
      'VAULT_TENANT_ID is "a b"; allowed: 1 to 64 letters, digits, dots, hyphens or underscores',
    ],
    [
      { VAULT_TENANT_NAME: 'x'.repeat(65) },
      `VAULT_TENANT_NAME is "${'x'.repeat(65)}"; allowed: 1 to 64 characters in one line, one of them visible`,
    ],
    [
      { VAULT_TENANT_NAME: ' \u200b ' },
      'VAULT_TENANT_NAME is " \u200b "; allowed: 1 to 64 characters in one line, one of them visible',
    ],
    [
      { VAULT_TENANT_NAME: 'a\nb' },
      'VAULT_TENANT_NAME is "a\\nb"; allowed: 1 to 64 characters in one line, one of them visible',
    ],
    [
      { VAULT_ORIGIN: 'https://1.2.3.4' },
      'VAULT_ORIGIN is "https://1.2.3.4"; allowed: an https origin with a host name, for browsers know no passkeys of addresses in numbers',
    ],
    [
      { VAULT_WEBAUTHN_ORIGINS: ',' },
      'VAULT_WEBAUTHN_ORIGINS is ","; allowed: items separated by commas',
    ],
    [{ CHAIN_RPC_URL: ' ' }, 'CHAIN_RPC_URL is " "; allowed: items separated by commas'],
    [
      { ORDERS_BOOKS: `${BOOK_R12},0x12` },
      'ORDERS_BOOKS is "0x12"; allowed: addresses of order books',
    ],
    [{ ORDERS_UPSTREAMS: ',' }, 'ORDERS_UPSTREAMS is ","; allowed: items separated by commas'],
    [
      { VAULT_ENROLMENT: 'off' },
      'VAULT_ENROLMENT is "off" and isn\'t a setting; did you mean VAULT_ENROLLMENT? Allowed: on, off',
    ],
    [
      { TRUST_PROXIES: '1' },
      'TRUST_PROXIES is "1" and isn\'t a setting; did you mean TRUST_PROXY? Allowed: a whole number from 0 to 16',
    ],
    [
      { TRUST_PROXI: '1' },
      'TRUST_PROXI is "1" and isn\'t a setting; did you mean TRUST_PROXY? Allowed: a whole number from 0 to 16',
    ],
    [
      { RATELIMIT: 'on' },
      'RATELIMIT is "on" and isn\'t a setting; did you mean RATE_LIMITS? Allowed: on, off',
    ],
    [
      { rate_limits: 'off' },
      'rate_limits is "off" and isn\'t a setting; did you mean RATE_LIMITS? Allowed: on, off',
    ],
    [
      { VAUL_TENANT_NAME: 'hunter2hunter2' },
      'VAUL_TENANT_NAME is "…" and isn\'t a setting; did you mean VAULT_TENANT_NAME?',
    ],
    [
      { DATABASE_URI: 'postgres://user:hunter2@host/x' },
      'DATABASE_URI is "…" and isn\'t a setting; did you mean DATABASE_URL? Allowed: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ],
    [
      { SERVICE: 'vault' },
      'SERVICE is "…" and isn\'t a setting; did you mean SERVICES? Allowed: one or more of vault, orders, indexer, separated by commas',
    ],
    [
      { VAULT_TENANTS_FILE: 'tenants.json', VAULT_ENROLLMENT: 'off' },
      'VAULT_ENROLLMENT and VAULT_TENANTS_FILE are both set; each tenant of the file has a member for it',
    ],
    [
      { VAULT_WEBAUTHN_ORIGINS: 'ftp://x' },
      'VAULT_WEBAUTHN_ORIGINS is "ftp://x"; allowed: origins as browsers write them: https://HOST or https://HOST:PORT, chrome-extension:// and 32 letters from a to p, moz-extension:// and 64 of them',
    ],
    [
      { VAULT_WEBAUTHN_ORIGINS: 'https://user:secret@example.com' },
      'VAULT_WEBAUTHN_ORIGINS is "https://example.com/…"; allowed: origins as browsers write them: https://HOST or https://HOST:PORT, chrome-extension:// and 32 letters from a to p, moz-extension:// and 64 of them',
    ],
    [{ VAULT_ENROLLMENT: 'yes' }, 'VAULT_ENROLLMENT is "yes"; allowed: on, off'],
    [{ VAULT_EXTENSIONS: 'ON' }, 'VAULT_EXTENSIONS is "ON"; allowed: on, off'],
    [{ RATE_LIMITS: '1' }, 'RATE_LIMITS is "1"; allowed: on, off'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY is "-1"; allowed: a whole number from 0 to 16'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud"; allowed: fatal, error, warn, info, debug, trace, silent',
    ],
    [
      { CHAIN_RPC_URL: 'localhost:8545' },
      'CHAIN_RPC_URL is "localhost:8545"; allowed: a URL that begins with http:// or https://',
    ],
    [
      { CHAIN_RPC_URL: 'base.example/v2/provider-key' },
      'CHAIN_RPC_URL is "…"; allowed: a URL that begins with http:// or https://',
    ],
    [
      { CHAIN_RPC_URL: 'user:hunter2@base.example' },
      'CHAIN_RPC_URL is "…"; allowed: a URL that begins with http:// or https://',
    ],
    [
      { CHAIN_RPC_RATE: 'fast' },
      'CHAIN_RPC_RATE is "fast"; allowed: a whole number from 0 to 10000',
    ],
    [
      { CHAIN_START_BLOCK: '0x10' },
      'CHAIN_START_BLOCK is "0x10"; allowed: a whole number from 0 to 9007199254740991',
    ],
    [
      { ORDERS_UPSTREAMS: 'https://a.example,b' },
      'ORDERS_UPSTREAMS is "b"; allowed: a URL that begins with http:// or https://',
    ],
    [
      { VAULT_BACKUP_DIR: 'copies', DATABASE_URL: 'postgres://u:p@db/condor' },
      'VAULT_BACKUP_DIR is "copies"; allowed: nothing with PostgreSQL: use pg_dump (server/hosting/backup.md)',
    ],
    [
      { VAULT_BACKUP_MINUTES: '0' },
      'VAULT_BACKUP_MINUTES is "0"; allowed: a whole number from 1 to 10080',
    ],
    [
      { VAULT_BACKUP_COPIES: 'all' },
      'VAULT_BACKUP_COPIES is "all"; allowed: a whole number from 1 to 10000',
    ],
    [
      { VAULT_BACKUPS_DIR: 'x' },
      'VAULT_BACKUPS_DIR is "…" and isn\'t a setting; did you mean VAULT_BACKUP_DIR?',
    ],
    [
      { VAULT_TENANTS_FILE: 'missing.json' },
      'VAULT_TENANTS_FILE is "missing.json"; allowed: a readable file of at most 1 MiB',
    ],
    [
      { VAULT_TENANTS_FILE: '/dev/zero' },
      'VAULT_TENANTS_FILE is "/dev/zero"; allowed: a readable file of at most 1 MiB',
    ],
    [
      { VAULT_TENANTS_FILE: '/' },
      'VAULT_TENANTS_FILE is "/"; allowed: a readable file of at most 1 MiB',
    ],
  ])(
    'rejects the settings %o with an error that names the wrong setting',
    (environment, message) => {
      expect(() => readConfig(environment)).toThrow(
        expect.objectContaining({ code: 'config-invalid', message }),
      );
    },
  );

  it.each([
    ['text that isn’t JSON', '{', 'a JSON array of'],
    ['no tenant', '[]', 'a JSON array of'],
    ['an unknown member', JSON.stringify([{ ...tenant, color: 'red' }]), 'a JSON array of'],
    [
      'two tenants with the same id',
      JSON.stringify([tenant, { ...tenant, origin: 'https://b.a.example' }]),
      'tenants with different ids',
    ],
    [
      'two tenants with the same origin',
      JSON.stringify([tenant, { ...tenant, id: 'b' }]),
      'tenants with different origins',
    ],
    [
      'two tenants at one path of one origin',
      JSON.stringify([
        { ...tenant, path: '/a' },
        { ...tenant, path: '/a', id: 'b' },
      ]),
      'different paths at one origin',
    ],
    ...[
      'a',
      '/',
      '/a/',
      '//a',
      '/a/v1',
      '/ext',
      '/orders/a',
      '/a b',
      '/a*',
      '/.',
      '/a/..',
      '/ä',
    ].map((path) => [
      `the path ${path}`,
      JSON.stringify([{ ...tenant, path }]),
      'path of each tenant: a path such as /team-a',
    ]),
    ['a negative quota', JSON.stringify([{ ...tenant, maxAccounts: -1 }]), 'a JSON array of'],
    [
      'a bad origin',
      JSON.stringify([{ ...tenant, origin: 'https://x/y' }]),
      'origin of each tenant',
    ],
  ])('rejects an invalid tenants file: %s', (_title, content, allowed) => {
    expect(() => readConfig({ VAULT_TENANTS_FILE: tenants(content) })).toThrow(allowed);
  });

  it('rejects a tenants file of more than 1 MiB', () => {
    const entry = JSON.stringify([tenant]);
    const largest = tenants(entry.padEnd(1_048_576));
    expect(readConfig({ VAULT_TENANTS_FILE: largest }).tenants).toHaveLength(1);
    const file = tenants(entry.padEnd(1_048_577));
    expect(() => readConfig({ VAULT_TENANTS_FILE: file })).toThrow('a readable file of at most');
  });

  it('rejects a wrong setting with an error that names the setting, but not the secrets in the setting’s URL', () => {
    const key = 'c0ffee'.repeat(6);
    for (const [variable, value] of [
      ['CHAIN_RPC_URL', `wss://base.example/v2/${key}`],
      ['ORDERS_UPSTREAMS', `htp://user:${key}@feed.example/`],
      ['VAULT_ORIGIN', `https://user:${key}@vault.example`],
    ] as const) {
      const start = () => readConfig({ [variable]: value });
      expect(start).toThrow(variable);
      expect(start).not.toThrow(key);
    }
  });
});
