import { isIP } from 'node:net';
import { Boolean as Bool, Array as List, Optional, Object as Shape, String as Text } from 'typebox';
import { parseAs, parseJson } from '../../shared/parse.ts';
import type { VaultTenant } from './tenant.ts';

const TenantEntry = Shape(
  {
    id: Text(),
    origin: Text(),
    rpId: Text(),
    name: Text(),
    webauthnOrigins: Optional(List(Text(), { minItems: 1 })),
    enrollment: Optional(Bool()),
    extensions: Optional(Bool()),
  },
  { additionalProperties: false },
);
const TenantEntries = List(TenantEntry, { minItems: 1 });

export interface TenantProblem {
  readonly member: 'id' | 'origin' | 'rpId' | 'name' | 'webauthnOrigins';
  readonly held: string;
  readonly allowed: string;
}

/** Parses the JSON array of `VAULT_TENANTS_FILE`; `problem` says in one phrase what is allowed. */
export function parseTenants(text: string): { tenants: VaultTenant[] } | { problem: string } {
  const entries = parseAs(TenantEntries, parseJson(text));
  if (entries === undefined) {
    return {
      problem:
        'a JSON array of {id, origin, rpId, name, webauthnOrigins?, enrollment?, extensions?}',
    };
  }
  const tenants = entries.map((entry) => ({
    enrollment: true,
    extensions: false,
    ...entry,
    webauthnOrigins: entry.webauthnOrigins ?? [entry.origin],
  }));
  for (const tenant of tenants) {
    const problem = tenantProblem(tenant);
    if (problem !== undefined) {
      const { member, held, allowed } = problem;
      return { problem: `${member} of each tenant: ${allowed} (it holds ${JSON.stringify(held)})` };
    }
  }
  for (const member of ['id', 'origin'] as const) {
    if (new Set(tenants.map((tenant) => tenant[member])).size !== tenants.length) {
      return { problem: `tenants with different ${member}s` };
    }
  }
  return { tenants };
}

/** What makes a tenant unusable, or nothing. */
export function tenantProblem(tenant: VaultTenant): TenantProblem | undefined {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(tenant.id)) {
    return {
      member: 'id',
      held: tenant.id,
      allowed: '1 to 64 letters, digits, dots, hyphens or underscores',
    };
  }
  const url = URL.parse(tenant.origin);
  if (url?.protocol !== 'https:' || url.origin !== tenant.origin) {
    return {
      member: 'origin',
      held: tenant.origin,
      allowed: 'an https origin without a path, such as https://vault.example.com',
    };
  }
  if (tenant.name === '' || tenant.name.length > 64) {
    return { member: 'name', held: tenant.name, allowed: '1 to 64 characters' };
  }
  for (const origin of tenant.webauthnOrigins) {
    if (!/^(https|chrome-extension|moz-extension):\/\/[^/?#\s]+$/.test(origin)) {
      return {
        member: 'webauthnOrigins',
        held: origin,
        allowed: 'origins that begin with https://, chrome-extension:// or moz-extension://',
      };
    }
  }
  // A ceremony on a page of ours needs an rpId that covers the page; one in an extension does not.
  const hasExtension = allowsExtension(tenant);
  // Browsers know no passkeys of addresses in numbers.
  if (
    isIP(tenant.rpId) !== 0 ||
    !isHostName(tenant.rpId) ||
    !(hasExtension || covers(tenant.rpId, url.hostname))
  ) {
    return {
      member: 'rpId',
      held: tenant.rpId,
      allowed: `${url.hostname} or a registrable parent of it; another host only with extension origins in webauthnOrigins`,
    };
  }
  return undefined;
}

function isHostName(text: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(
    text,
  );
}

/** Whether Condor's wallet can do its ceremonies: they run in pages of the extension. */
export function allowsExtension(tenant: VaultTenant): boolean {
  return tenant.webauthnOrigins.some((origin) => /^[a-z]+-extension:/.test(origin));
}

/** Without a public-suffix list: a parent counts as registrable when it has two labels or more. */
function covers(rpId: string, host: string): boolean {
  return rpId === host || (host.endsWith(`.${rpId}`) && rpId.includes('.'));
}
