import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Address } from 'viem';
import { hasAddressForm } from '../shared/chain/address-form.ts';
import { DEFAULT_RPC_URLS } from '../shared/chain/base-endpoints.ts';
import { DEVELOPMENT_EXTENSION_ID, GECKO_ID } from '../shared/extension-id.ts';
import { ConfigError } from './config-error.ts';
import type { BackupSettings } from './database/backup-schedule.ts';
import { type DatabaseTarget, databaseOf, parseDatabaseUrl } from './database/target.ts';
import { unknownVaultSettings } from './setting-names.ts';
import { settingsFileProblem } from './settings-file.ts';
import type { MetricsAccess, Operations } from './vault/operations.ts';
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
  /** Longest wait for PostgreSQL at the start. */
  readonly databaseWaitMs: number;
  readonly tenants: readonly VaultTenant[];
  /** Automatic backups of the vault's SQLite file; absent when they are off. */
  readonly backups?: BackupSettings;
  readonly rateLimits: boolean;
  /** Number of trusted proxies in front of the server; their `X-Forwarded-For` is used. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** Whether addresses of refused clients are logged. */
  readonly logAddresses: boolean;
  readonly chain: {
    /** Nodes of one chain; the first that works is used. */
    readonly rpcUrls: readonly string[];
    /** First block whose logs the indexer reads; by default the block of the first deployment. */
    readonly startBlock?: bigint;
    /** Requests per second that the indexer sends to each node; 0 means unlimited. */
    readonly rpcRate?: number;
  };
  readonly ordersUpstreams: readonly string[];
  /** Order books that are published beside the built-in one. */
  readonly ordersBooks: readonly Address[];
  readonly operations: Operations;
  /** Names of set `VAULT_…` variables that aren't settings of the vault. */
  readonly unknownSettings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings (design "Configuration"). Unset or empty variables take their defaults.
 * @throws ConfigError with the variable, its value and the allowed values
 */
export function readConfig(environment: Environment = process.env): Config {
  const setting = (name: string): string | undefined => environment[name] || undefined;
  const target = readDatabase(setting('DATABASE_URL') ?? 'sqlite:./data/condor.db');
  const startBlock = setting('CHAIN_START_BLOCK');
  const rpcRate = setting('CHAIN_RPC_RATE');
  const backups = readBackups(setting, target);
  const unknownSettings = unknownVaultSettings(environment, allowedFor);
  return {
    host: readHost(setting('HOST') ?? '127.0.0.1'),
    port: wholeNumber('PORT', setting('PORT') ?? '8787', 65_535),
    services: readServices(setting('SERVICES') ?? SERVICE_NAMES.join(',')),
    databases: {
      vault: databaseOf(target, 'vault'),
      orders: databaseOf(target, 'orders'),
      indexer: databaseOf(target, 'indexer'),
    },
    databaseWaitMs:
      wholeNumber('DATABASE_WAIT_SECONDS', setting('DATABASE_WAIT_SECONDS') ?? '60', 3600) * 1000,
    tenants: readTenants(setting),
    ...(backups !== undefined && { backups }),
    rateLimits: onOff('RATE_LIMITS', setting('RATE_LIMITS') ?? 'on'),
    trustProxy: wholeNumber('TRUST_PROXY', setting('TRUST_PROXY') ?? '0', 16),
    logLevel: oneOf('LOG_LEVEL', setting('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    logAddresses: onOff('SERVER_LOG_ADDRESSES', setting('SERVER_LOG_ADDRESSES') ?? 'off'),
    chain: {
      rpcUrls: listIn('CHAIN_RPC_URL', setting('CHAIN_RPC_URL') ?? DEFAULT_RPC_URLS.join(',')).map(
        (url) => httpUrl('CHAIN_RPC_URL', url),
      ),
      ...(startBlock === undefined
        ? {}
        : {
            startBlock: BigInt(
              wholeNumber('CHAIN_START_BLOCK', startBlock, Number.MAX_SAFE_INTEGER),
            ),
          }),
      ...(rpcRate !== undefined && { rpcRate: wholeNumber('CHAIN_RPC_RATE', rpcRate, 10_000) }),
    },
    ordersUpstreams: listIn('ORDERS_UPSTREAMS', setting('ORDERS_UPSTREAMS')).map((url) =>
      httpUrl('ORDERS_UPSTREAMS', url),
    ),
    ordersBooks: listIn('ORDERS_BOOKS', setting('ORDERS_BOOKS')).map(bookAddress),
    operations: {
      health: onOff('SERVER_HEALTH', setting('SERVER_HEALTH') ?? 'on'),
      metrics: readMetrics(setting('SERVER_METRICS') ?? 'loopback'),
      openapi: onOff('SERVER_OPENAPI', setting('SERVER_OPENAPI') ?? 'on'),
    },
    unknownSettings,
  };
}

/** Returns the allowed values of a setting, as its error describes them; undefined for free text. */
function allowedFor(name: string): string | undefined {
  try {
    readConfig({ [name]: '?' });
    return undefined;
  } catch (error) {
    return error instanceof ConfigError ? error.allowed : undefined;
  }
}

function readBackups(
  setting: (name: string) => string | undefined,
  { engine }: DatabaseTarget,
): BackupSettings | undefined {
  const minutes = wholeNumber(
    'VAULT_BACKUP_MINUTES',
    setting('VAULT_BACKUP_MINUTES') ?? '60',
    10_080,
    1,
  );
  const copies = wholeNumber(
    'VAULT_BACKUP_COPIES',
    setting('VAULT_BACKUP_COPIES') ?? '48',
    10_000,
    1,
  );
  const folder = setting('VAULT_BACKUP_DIR');
  if (folder === undefined) return undefined;
  if (engine === 'postgres') {
    throw new ConfigError(
      'VAULT_BACKUP_DIR',
      folder,
      'nothing with PostgreSQL: use pg_dump (server/hosting/backup.md)',
    );
  }
  return { folder, everyMs: minutes * 60_000, copies };
}

function readMetrics(text: string): MetricsAccess {
  if (text === 'off' || text === 'loopback') return text;
  // RFC 6750, section 2.1. A value that is too short may still be a token used elsewhere, so it
  // isn't repeated.
  if (/^[A-Za-z0-9._~+/-]{16,256}=*$/.test(text)) return { token: text };
  throw new ConfigError(
    'SERVER_METRICS',
    '…',
    'loopback, off, or a bearer token of at least 16 letters, digits and -._~+/',
  );
}

/** Returns the origins of the extension's ceremony pages in development. */
export function developmentWebauthnOrigins(): string[] {
  const gecko = createHash('sha256').update(GECKO_ID).digest('hex');
  const letters = gecko.replace(/./g, (digit) =>
    String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16)),
  );
  return [`chrome-extension://${DEVELOPMENT_EXTENSION_ID}`, `moz-extension://${letters}`];
}

function readTenants(setting: (name: string) => string | undefined): VaultTenant[] {
  const file = setting('VAULT_TENANTS_FILE');
  if (file !== undefined) return readTenantsFile(file);
  const origin = setting('VAULT_ORIGIN') ?? 'https://localhost:8787';
  const origins = listIn('VAULT_WEBAUTHN_ORIGINS', setting('VAULT_WEBAUTHN_ORIGINS'));
  const isDevelopment = setting('VAULT_ORIGIN') === undefined && origins.length === 0;
  const maxAccounts = setting('VAULT_MAX_ACCOUNTS');
  const path = setting('VAULT_PATH');
  const tenant: VaultTenant = {
    id: setting('VAULT_TENANT_ID') ?? 'main',
    origin,
    ...(path !== undefined && { path }),
    rpId: setting('VAULT_RP_ID') ?? URL.parse(origin)?.hostname ?? '',
    name: setting('VAULT_TENANT_NAME') ?? 'Condor',
    webauthnOrigins:
      origins.length > 0 ? origins : isDevelopment ? developmentWebauthnOrigins() : [origin],
    enrollment: onOff('VAULT_ENROLLMENT', setting('VAULT_ENROLLMENT') ?? 'on'),
    ...(maxAccounts !== undefined && {
      maxAccounts: wholeNumber('VAULT_MAX_ACCOUNTS', maxAccounts, MAX_ACCOUNTS),
    }),
    extensions: onOff('VAULT_EXTENSIONS', setting('VAULT_EXTENSIONS') ?? 'on'),
  };
  const problem = tenantProblem(tenant);
  if (problem !== undefined) {
    const variables = {
      id: 'VAULT_TENANT_ID',
      origin: 'VAULT_ORIGIN',
      path: 'VAULT_PATH',
      rpId: 'VAULT_RP_ID',
      name: 'VAULT_TENANT_NAME',
      webauthnOrigins: 'VAULT_WEBAUTHN_ORIGINS',
    } as const;
    const isSecret = URL.parse(problem.value)?.password;
    const shown = isSecret ? maskedUrl(problem.value) : problem.value;
    throw new ConfigError(variables[problem.member], shown, problem.allowed);
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
  // The text after the scheme may contain a password. Before `:/` there can't be a user.
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

/** Returns the items of a list setting. A set list without items is an error. */
function listIn(variable: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const items = listOf(text);
  if (items.length === 0) throw new ConfigError(variable, text, 'items separated by commas');
  return items;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function wholeNumber(variable: string, text: string, maximum: number, minimum = 0): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new ConfigError(variable, text, `a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}

function onOff(variable: string, text: string): boolean {
  return oneOf(variable, text, ['on', 'off'] as const) === 'on';
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
 * Returns a URL without its possible secrets: user, password, and the path with a provider's key. Of
 * other texts, only a host with a port is shown.
 */
function maskedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === '') return /^[\w.-]*(?::\d{1,5})?$/.test(text) ? text : '…';
  const hasSecret = url.username !== '' || url.password !== '' || url.pathname.length > 1;
  return hasSecret ? `${url.protocol}//${url.host}/…` : text;
}
