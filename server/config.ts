import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Address } from 'viem';
import { hasAddressForm } from '../shared/chain/address-form.ts';
import { DEFAULT_RPC_URLS } from '../shared/chain/base-endpoints.ts';
import { DEVELOPMENT_EXTENSION_ID, GECKO_WEBAUTHN_ORIGIN } from '../shared/extension-id.ts';
import { ConfigError } from './config-error.ts';
import { type DatabaseTarget, databaseOf, parseDatabaseUrl } from './database/target.ts';
import type { MetricsAccess } from './http/metrics-access.ts';
import type { RedisSettings } from './http/redis-counters.ts';
import type { BackupSettings } from './operate/backup/backup-schedule.ts';
import { unknownVaultSettings } from './setting-names.ts';
import { settingsFileProblem } from './settings-file.ts';
import type { Operations } from './vault/operations.ts';
import type { VaultTenant } from './vault/tenant.ts';
import { MAX_ACCOUNTS, parseTenants, tenantProblem } from './vault/tenants-file.ts';

export const SERVICE_NAMES = ['vault', 'orders', 'indexer'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** All settings from the environment, parsed once. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly services: ReadonlySet<ServiceName>;
  readonly databases: Readonly<Record<ServiceName, DatabaseTarget>>;
  /** Maximum milliseconds to wait for PostgreSQL at the start. */
  readonly databaseWaitMs: number;
  readonly tenants: readonly VaultTenant[];
  /** Automatic backups of the vault's SQLite file; undefined when they are off. */
  readonly backups?: BackupSettings;
  readonly rateLimits: boolean;
  /** Redis for rate limits that all instances share. Without Redis, each process counts alone. */
  readonly redis?: RedisSettings;
  /** Number of trusted proxies in front of the server; their `X-Forwarded-For` is used. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** True to log the addresses of refused clients. */
  readonly logAddresses: boolean;
  readonly chain: {
    /** Nodes of the same chain, in order of preference. */
    readonly rpcUrls: readonly string[];
    /** First block whose logs the indexer reads; by default the block of the first deployment. */
    readonly startBlock: number | undefined;
    /** Requests per second that the indexer sends to each node; 0 means unlimited. */
    readonly rpcRate: number | undefined;
  };
  /** True if this process may write the index. A process that only reads can use a standby. */
  readonly indexerWrites: boolean;
  readonly ordersUpstreams: readonly string[];
  /** Order books that are published besides the built-in order book. */
  readonly ordersBooks: readonly Address[];
  readonly operations: Operations;
  /** Names of `VAULT_…` variables that are set, but aren't settings of the vault. */
  readonly unknownSettings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings (design/vault-service.md, "Configuration"). Unset or empty variables take
 * their defaults.
 * @throws ConfigError with the variable, its value and the allowed values
 */
export function readConfig(environment: Environment = process.env): Config {
  const settings = settingsIn(environment);
  const { text, number, flag, list } = settings;
  const target = readDatabase(text('DATABASE_URL') ?? 'sqlite:./data/condor.db');
  const backups = readBackups(settings, target);
  const redis = readRedis(settings);
  const unknownSettings = unknownVaultSettings(environment, allowedFor);
  return {
    host: readHost(text('HOST') ?? '127.0.0.1'),
    port: number('PORT', 8787, 65_535),
    services: readServices(text('SERVICES') ?? SERVICE_NAMES.join(',')),
    databases: {
      vault: databaseOf(target, 'vault'),
      orders: databaseOf(target, 'orders'),
      indexer: databaseOf(target, 'indexer'),
    },
    databaseWaitMs: number('DATABASE_WAIT_SECONDS', 60, 3600) * 1000,
    tenants: readTenants(settings),
    ...(backups !== undefined && { backups }),
    rateLimits: flag('RATE_LIMITS', true),
    ...(redis !== undefined && { redis }),
    trustProxy: number('TRUST_PROXY', 0, 16),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    logAddresses: flag('SERVER_LOG_ADDRESSES', false),
    chain: {
      rpcUrls: list('CHAIN_RPC_URL', DEFAULT_RPC_URLS).map((url) => httpUrl('CHAIN_RPC_URL', url)),
      startBlock: number('CHAIN_START_BLOCK', undefined, Number.MAX_SAFE_INTEGER),
      rpcRate: number('CHAIN_RPC_RATE', undefined, 10_000),
    },
    indexerWrites: flag('INDEXER_WRITER', true),
    ordersUpstreams: list('ORDERS_UPSTREAMS').map((url) => httpUrl('ORDERS_UPSTREAMS', url)),
    ordersBooks: list('ORDERS_BOOKS').map(bookAddress),
    operations: {
      health: flag('SERVER_HEALTH', true),
      metrics: readMetrics(text('SERVER_METRICS') ?? 'loopback'),
      openapi: flag('SERVER_OPENAPI', true),
    },
    unknownSettings,
  };
}

type Settings = ReturnType<typeof settingsIn>;

function settingsIn(environment: Environment) {
  const text = (name: string): string | undefined => environment[name] || undefined;
  return {
    text,
    number<Default extends number | undefined>(
      name: string,
      otherwise: Default,
      maximum: number,
      minimum = 0,
    ): number | Default {
      const set = text(name);
      if (set === undefined) return otherwise;
      const value = /^\d{1,16}$/.test(set) ? Number(set) : Number.NaN;
      if (!(value >= minimum && value <= maximum))
        throw new ConfigError(name, set, `a whole number from ${minimum} to ${maximum}`);
      return value;
    },
    flag: (name: string, otherwise: boolean): boolean =>
      oneOf(name, text(name) ?? (otherwise ? 'on' : 'off'), ['on', 'off']) === 'on',
    /** A list that is set but has no items is an error. */
    list(name: string, otherwise: readonly string[] = []): readonly string[] {
      const set = text(name);
      if (set === undefined) return otherwise;
      const items = listOf(set);
      if (items.length === 0) throw new ConfigError(name, set, 'items separated by commas');
      return items;
    },
  };
}

/**
 * Returns the allowed values of a setting, worded as in its error message; undefined for free text.
 */
function allowedFor(name: string): string | undefined {
  try {
    readConfig({ [name]: '?' });
    return undefined;
  } catch (error) {
    return error instanceof ConfigError ? error.allowed : undefined;
  }
}

function readBackups(
  { text, number }: Settings,
  { engine }: DatabaseTarget,
): BackupSettings | undefined {
  const minutes = number('VAULT_BACKUP_MINUTES', 60, 10_080, 1);
  const copies = number('VAULT_BACKUP_COPIES', 48, 10_000, 1);
  const folder = text('VAULT_BACKUP_DIR');
  if (folder === undefined) return undefined;
  if (engine === 'postgres')
    throw new ConfigError(
      'VAULT_BACKUP_DIR',
      folder,
      'nothing with PostgreSQL: use pg_dump (server/hosting/backup.md)',
    );
  return { folder, everyMs: minutes * 60_000, copies };
}

function readRedis({ text }: Settings): RedisSettings | undefined {
  const away = oneOf('REDIS_AWAY', text('REDIS_AWAY') ?? 'open', ['open', 'closed']);
  const url = text('REDIS_URL');
  if (url === undefined) return undefined;
  if (/^rediss?:$/.test(URL.parse(url)?.protocol ?? '')) return { url, away };
  // The text can contain a password.
  throw new ConfigError('REDIS_URL', '…', 'redis://USER:PASSWORD@HOST:PORT or rediss://…');
}

function readMetrics(text: string): MetricsAccess {
  if (text === 'off' || text === 'loopback') return text;
  // RFC 6750, section 2.1. The message doesn't repeat a value that is too short, because it may be
  // a token for something else.
  if (/^[A-Za-z0-9._~+/-]{16,256}=*$/.test(text)) return { token: text };
  throw new ConfigError(
    'SERVER_METRICS',
    '…',
    'loopback, off, or a bearer token of at least 16 letters, digits and -._~+/',
  );
}

/** Returns the origins of the extension's ceremony pages in development. */
export function developmentWebauthnOrigins(): string[] {
  return [`chrome-extension://${DEVELOPMENT_EXTENSION_ID}`, GECKO_WEBAUTHN_ORIGIN];
}

/** The setting for each member that a problem can name. */
const VARIABLES = {
  id: 'VAULT_TENANT_ID',
  origin: 'VAULT_ORIGIN',
  path: 'VAULT_PATH',
  rpId: 'VAULT_RP_ID',
  name: 'VAULT_TENANT_NAME',
  webauthnOrigins: 'VAULT_WEBAUTHN_ORIGINS',
} as const;

function readTenants({ text, number, flag, list }: Settings): VaultTenant[] {
  const file = text('VAULT_TENANTS_FILE');
  if (file !== undefined) return readTenantsFile(file);
  const origin = text('VAULT_ORIGIN') ?? 'https://localhost:8787';
  const isDevelopment = text('VAULT_ORIGIN') === undefined;
  const maxAccounts = number('VAULT_MAX_ACCOUNTS', undefined, MAX_ACCOUNTS);
  const path = text('VAULT_PATH');
  const tenant: VaultTenant = {
    id: text('VAULT_TENANT_ID') ?? 'main',
    origin,
    ...(path !== undefined && { path }),
    rpId: text('VAULT_RP_ID') ?? URL.parse(origin)?.hostname ?? '',
    name: text('VAULT_TENANT_NAME') ?? 'Condor',
    webauthnOrigins: list(
      'VAULT_WEBAUTHN_ORIGINS',
      isDevelopment ? developmentWebauthnOrigins() : [origin],
    ),
    enrollment: flag('VAULT_ENROLLMENT', true),
    ...(maxAccounts !== undefined && { maxAccounts }),
    extensions: flag('VAULT_EXTENSIONS', true),
  };
  const problem = tenantProblem(tenant);
  if (problem !== undefined) {
    const { member, value, allowed } = problem;
    const shown = URL.parse(value)?.password ? maskedUrl(value) : value;
    throw new ConfigError(VARIABLES[member], shown, allowed);
  }
  return [tenant];
}

function readTenantsFile(file: string): VaultTenant[] {
  if (settingsFileProblem(file) !== undefined)
    throw new ConfigError('VAULT_TENANTS_FILE', file, 'a readable file of at most 1 MiB');
  const parsed = parseTenants(readFileSync(file, 'utf8'));
  if ('problem' in parsed) throw new ConfigError('VAULT_TENANTS_FILE', file, parsed.problem);
  return parsed.tenants;
}

function readDatabase(text: string): DatabaseTarget {
  const target = parseDatabaseUrl(text);
  if (target !== undefined) return target;
  // The text after the scheme may contain a password. Text before `:/` can't contain a user.
  const scheme = /^(?:[a-z]+:(?=\/)|sqlite:)/i.exec(text)?.[0] ?? '';
  throw new ConfigError(
    'DATABASE_URL',
    `${scheme}…`,
    'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  );
}

function readHost(text: string): string {
  const isName = /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/.test(text);
  if (isIP(text) === 0 && !isName) throw new ConfigError('HOST', text, 'an IP address or a name');
  return text;
}

function readServices(text: string): ReadonlySet<ServiceName> {
  const allowed = `one or more of ${SERVICE_NAMES.join(', ')}, separated by commas`;
  const names = listOf(text).map((name) => {
    const known = SERVICE_NAMES.find((service) => service === name);
    if (known === undefined) throw new ConfigError('SERVICES', text, allowed);
    return known;
  });
  if (names.length === 0) throw new ConfigError('SERVICES', text, allowed);
  return new Set(names);
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function oneOf<const T extends string>(variable: string, text: string, allowed: readonly T[]): T {
  const value = allowed.find((option) => option === text);
  if (value === undefined) throw new ConfigError(variable, text, allowed.join(', '));
  return value;
}

function bookAddress(text: string): Address {
  if (hasAddressForm(text)) return text;
  throw new ConfigError('ORDERS_BOOKS', text, 'addresses of order books');
}

function httpUrl(variable: string, text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The text after the scheme may contain a password or a provider's key.
    throw new ConfigError(variable, maskedUrl(text), 'a URL that begins with http:// or https://');
  }
  return text;
}

/**
 * Returns a URL without its possible secrets: user, password, and a path that may contain a
 * provider's key. Of other texts, returns only a host with a port.
 */
function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === '') return /^[\w.-]*(?::\d{1,5})?$/.test(text) ? text : '…';
  const hasSecret = url.username !== '' || url.password !== '' || url.pathname.length > 1;
  return hasSecret ? `${url.protocol}//${url.host}/…` : text;
}
