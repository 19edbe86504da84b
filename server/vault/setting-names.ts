import { CondorError } from '../../shared/errors.ts';

/** Settings of the single tenant; a tenants file has members for them. */
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
const NAMES = [
  ...OF_ONE_TENANT,
  'VAULT_TENANTS_FILE',
  'VAULT_BACKUP_DIR',
  'VAULT_BACKUP_MINUTES',
  'VAULT_BACKUP_COPIES',
  'SERVER_HEALTH',
  'SERVER_METRICS',
  'SERVER_LOG_ADDRESSES',
  'SERVER_OPENAPI',
] as const;

/** Maximum edit distance of a misspelt name; other programs' `VAULT_TOKEN` is farther. */
const MISSPELT = 2;

/**
 * Returns names of set `VAULT_…` variables without a meaning here; they may belong to another
 * program. A misspelt `VAULT_…` or `SERVER_…` is rejected: it could leave open what it should
 * close.
 * @throws CondorError CONFIG_INVALID for a misspelt name, and for settings that a tenants file
 * overrides
 */
export function unknownVaultSettings(
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const set = Object.keys(environment).filter(
    (name) => /^(?:VAULT|SERVER)_/.test(name) && environment[name],
  );
  const unknown = set.filter((name) => !NAMES.some((known) => known === name));
  for (const name of unknown) {
    const meant = NAMES.find((known) => distance(name, known) <= MISSPELT);
    // The value may be another program's secret, so it isn't repeated.
    if (meant !== undefined) {
      throw new CondorError('CONFIG_INVALID', `${name} isn't a setting; did you mean ${meant}?`);
    }
  }
  if (environment.VAULT_TENANTS_FILE) {
    const name = OF_ONE_TENANT.find((one) => environment[one]);
    if (name !== undefined) {
      throw new CondorError(
        'CONFIG_INVALID',
        `${name} and VAULT_TENANTS_FILE are both set; each tenant of the file has a member for it`,
      );
    }
  }
  return unknown.filter((name) => name.startsWith('VAULT_'));
}

/** Returns the edit distance of two names; underscores don't count. */
function distance(first: string, second: string): number {
  const [a, b] = [first.replaceAll('_', ''), second.replaceAll('_', '')];
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
