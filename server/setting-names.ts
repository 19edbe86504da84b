import { CondorError } from '../shared/errors.ts';

/** Settings of a single tenant. A tenants file has members instead of these settings. */
const OF_ONE_TENANT = [
  'VAULT_ORIGIN',
  'VAULT_PATH',
  'VAULT_RP_ID',
  'VAULT_WEBAUTHN_ORIGINS',
  'VAULT_TENANT_ID',
  'VAULT_TENANT_NAME',
  'VAULT_ENROLLMENT',
  'VAULT_MAX_ACCOUNTS',
  'VAULT_EXTENSIONS',
] as const;
export const SETTING_NAMES = [
  'HOST',
  'PORT',
  'SERVICES',
  'DATABASE_URL',
  'DATABASE_WAIT_SECONDS',
  'VAULT_BACKUP_DIR',
  'VAULT_BACKUP_MINUTES',
  'VAULT_BACKUP_COPIES',
  ...OF_ONE_TENANT,
  'VAULT_TENANTS_FILE',
  'SERVER_HEALTH',
  'SERVER_METRICS',
  'SERVER_OPENAPI',
  'RATE_LIMITS',
  'REDIS_URL',
  'REDIS_AWAY',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'SERVER_LOG_ADDRESSES',
  'CHAIN_RPC_URL',
  'CHAIN_RPC_RATE',
  'CHAIN_START_BLOCK',
  'INDEXER_WRITER',
  'ORDERS_UPSTREAMS',
  'ORDERS_BOOKS',
] as const;

/** Values that surely aren't another program's secret. */
const HARMLESS = /^(?:on|off|true|false|yes|no|\d{1,5})$/i;

/**
 * Returns the names of `VAULT_…` variables that are set but have no meaning here; they may belong
 * to another program. Rejects a misspelt setting. Otherwise an access that the setting was meant to
 * close might stay open. `allowedFor` describes the allowed values of a setting, unless every text
 * is allowed.
 * @throws CondorError config-invalid for a misspelt name, and for settings that a tenants file
 * overrides
 */
export function unknownVaultSettings(
  environment: Readonly<Record<string, string | undefined>>,
  allowedFor: (name: string) => string | undefined,
): string[] {
  const unknown = Object.keys(environment).filter(
    (name) => environment[name] && !SETTING_NAMES.some((known) => known === name),
  );
  for (const name of unknown) {
    const meant = SETTING_NAMES.find((known) => distance(name, known) <= misspeltUpTo(known));
    if (meant === undefined) continue;
    const value = environment[name] ?? '';
    const shown = JSON.stringify(HARMLESS.test(value) ? value : '…');
    const allowed = allowedFor(meant);
    throw new CondorError(
      'config-invalid',
      `${name} is ${shown} and isn't a setting; did you mean ${meant}?${allowed === undefined ? '' : ` Allowed: ${allowed}`}`,
    );
  }
  if (environment.VAULT_TENANTS_FILE) {
    const name = OF_ONE_TENANT.find((one) => environment[one]);
    if (name !== undefined) {
      throw new CondorError(
        'config-invalid',
        `${name} and VAULT_TENANTS_FILE are both set; each tenant of the file has a member for it`,
      );
    }
  }
  return unknown.filter((name) => name.startsWith('VAULT_'));
}

/**
 * Returns the maximum edit distance of a misspelt name. The distance is shorter for short words,
 * which resemble many other words.
 */
function misspeltUpTo(name: string): number {
  if (name.length < 8) return -1;
  return name.length < 10 ? 1 : 2;
}

/** Returns a name without a plural ending, so that `TRUST_PROXIES` counts as a single mistake. */
function singular(name: string): string {
  return name.replace(/IES$/, 'Y').replace(/S$/, '');
}

/** Returns the edit distance of two names, ignoring case, underscores and plurals. */
function distance(first: string, second: string): number {
  const [a, b] = [first.toUpperCase(), second].map((name) => singular(name.replaceAll('_', '')));
  if (a === undefined || b === undefined || Math.abs(a.length - b.length) > 2) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
