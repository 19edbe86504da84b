import { CondorError } from '../../shared/errors.ts';

/** Settings of the one tenant; a tenants file has members of its own instead. */
const OF_ONE_TENANT = [
  'VAULT_ORIGIN',
  'VAULT_RP_ID',
  'VAULT_WEBAUTHN_ORIGINS',
  'VAULT_TENANT_ID',
  'VAULT_TENANT_NAME',
  'VAULT_ENROLLMENT',
  'VAULT_EXTENSIONS',
] as const;
const NAMES = [
  ...OF_ONE_TENANT,
  'VAULT_TENANTS_FILE',
  'SERVER_HEALTH',
  'SERVER_METRICS',
  'SERVER_OPENAPI',
] as const;

/** So many letters apart are two names of one setting; other programs' `VAULT_TOKEN` is farther. */
const MISSPELT = 2;

/**
 * Returns the names of set `VAULT_…` variables that have no meaning here. They may be another
 * program's. A misspelt `VAULT_…` or `SERVER_…` is refused: it would leave open what it should close.
 * @throws CondorError CONFIG_INVALID for a misspelt name, and for what a tenants file makes void
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
    // What it holds may be anything, also another program's secret.
    if (meant !== undefined) {
      throw new CondorError('CONFIG_INVALID', `${name} is no setting; ${meant} is one`);
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

/** How many letters must be added, left out or changed; underscores do not count. */
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
