import { isIP } from 'node:net';
import { Type } from 'typebox';
import { parseAs, parseJson } from '../../shared/parse.ts';
import type { VaultTenant } from './tenant.ts';
import { isTenantPath } from './tenant-paths.ts';

/** Highest value that a tenant's `maxAccounts` can have. */
export const MAX_ACCOUNTS = 1_000_000_000;

const TenantEntry = Type.Object(
  {
    id: Type.String(),
    origin: Type.String(),
    path: Type.Optional(Type.String()),
    rpId: Type.String(),
    name: Type.String(),
    webauthnOrigins: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    enrollment: Type.Optional(Type.Boolean()),
    maxAccounts: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ACCOUNTS })),
    extensions: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
const TenantEntries = Type.Array(TenantEntry, { minItems: 1 });

/**
 * The origin of an extension in `clientDataJSON`. Instead of a UUID, Firefox writes the SHA-256 of
 * the add-on's id, with letters for digits; this origin is equal for all users.
 */
const EXTENSION_ORIGIN = /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[a-p]{64})$/;

export interface TenantProblem {
  readonly member: 'id' | 'origin' | 'path' | 'rpId' | 'name' | 'webauthnOrigins';
  readonly value: string;
  readonly allowed: string;
}

/** Parses the JSON array of `VAULT_TENANTS_FILE`. `problem` describes the allowed form. */
export function parseTenants(text: string): { tenants: VaultTenant[] } | { problem: string } {
  const entries = parseAs(TenantEntries, parseJson(text));
  if (entries === undefined) {
    return {
      problem:
        'a JSON array of {id, origin, path?, rpId, name, webauthnOrigins?, enrollment?, maxAccounts?, extensions?}',
    };
  }
  const tenants = entries.map((entry) => ({
    enrollment: true,
    extensions: true,
    ...entry,
    webauthnOrigins: entry.webauthnOrigins ?? [entry.origin],
  }));
  for (const tenant of tenants) {
    const problem = tenantProblem(tenant);
    if (problem !== undefined) {
      const { member, value, allowed } = problem;
      return {
        problem: `${member} of each tenant: ${allowed} (it holds ${JSON.stringify(value)})`,
      };
    }
  }
  if (!areDifferent(tenants.map(({ id }) => id))) return { problem: 'tenants with different ids' };
  if (!areDifferent(tenants.map(({ origin, path = '' }) => `${origin} ${path}`))) {
    return { problem: 'tenants with different origins, or different paths at one origin' };
  }
  return { tenants };
}

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Returns why a tenant can't be used; undefined if it is usable. */
export function tenantProblem(tenant: VaultTenant): TenantProblem | undefined {
  const refuse = (
    member: Exclude<TenantProblem['member'], 'webauthnOrigins'>,
    allowed: string,
  ): TenantProblem => ({ member, value: tenant[member] ?? '', allowed });
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(tenant.id)) {
    return refuse('id', '1 to 64 letters, digits, dots, hyphens or underscores');
  }
  if (!isHttpsOrigin(tenant.origin)) {
    return refuse('origin', 'an https origin without a path, such as https://vault.example.com');
  }
  if (tenant.path !== undefined && !isTenantPath(tenant.path)) {
    return refuse(
      'path',
      'a path such as /team-a: letters, digits, dots, hyphens and underscores, without v1, ext or another own route',
    );
  }
  // Browsers show the name on one line.
  if (
    tenant.name.length > 64 ||
    !/[\p{L}\p{N}\p{P}\p{S}]/u.test(tenant.name) ||
    isBroken(tenant.name)
  ) {
    return refuse('name', '1 to 64 characters in one line, one of them visible');
  }
  for (const origin of tenant.webauthnOrigins) {
    if (!isHttpsOrigin(origin) && !EXTENSION_ORIGIN.test(origin)) {
      return {
        member: 'webauthnOrigins',
        value: origin,
        allowed:
          'origins as browsers write them: https://HOST or https://HOST:PORT, chrome-extension:// and 32 letters from a to p, moz-extension:// and 64 of them',
      };
    }
  }
  const { hostname } = new URL(tenant.origin);
  if (isAddress(hostname) && (tenant.rpId === hostname || !allowsExtension(tenant))) {
    return refuse(
      'origin',
      'an https origin with a host name, for browsers know no passkeys of addresses in numbers',
    );
  }
  // A ceremony on our own page needs an rpId that covers the page's host. A ceremony in an
  // extension doesn't.
  const hasExtension = allowsExtension(tenant);
  // Browsers support no passkeys for IP addresses.
  if (
    isIP(tenant.rpId) !== 0 ||
    !isHostName(tenant.rpId) ||
    !(hasExtension || covers(tenant.rpId, hostname))
  ) {
    return refuse(
      'rpId',
      `${hostname} or a registrable parent of it; another host only with extension origins in webauthnOrigins`,
    );
  }
  return undefined;
}

/** Accepts https, a host, and a port other than 443, in the form that browsers send. */
function isHttpsOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.origin !== text) return false;
  // The URL parser accepts characters that hosts can't have; for example, `*` would look like a
  // wildcard.
  return isHostName(url.hostname) || isAddress(url.hostname);
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** Returns true if a text has line feeds or other control characters. */
function isBroken(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

function isHostName(text: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(
    text,
  );
}

/** Returns true if Condor's wallet, which runs on extension pages, can use the tenant. */
export function allowsExtension(tenant: VaultTenant): boolean {
  return tenant.webauthnOrigins.some((origin) => EXTENSION_ORIGIN.test(origin));
}

/**
 * Returns true if an rpId covers a host. Uses no public-suffix list: a parent with two or more
 * labels counts as registrable.
 */
function covers(rpId: string, host: string): boolean {
  return rpId === host || (host.endsWith(`.${rpId}`) && rpId.includes('.'));
}
