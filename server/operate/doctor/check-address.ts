import { parseAs, parseJson } from '../../../shared/parse.ts';
import { ConfigResponse } from '../../../shared/wire/vault.ts';
import type { VaultTenant } from '../../vault/tenant.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { HttpProbe } from './http-probe.ts';

/** Returns the address that users of a tenant enter. */
export function addressOf({ origin, path = '' }: VaultTenant): string {
  return origin + path;
}

/** Checks that a tenant's public address leads to a service that accepts its origin. */
export async function checkAddress(tenant: VaultTenant, ask: HttpProbe): Promise<Finding> {
  const address = addressOf(tenant);
  const { ok, problem } = findingsOf(`origin of tenant ${tenant.id}`);
  const asked = await ask(`${address}/v1/config`, { origin: tenant.origin });
  if ('failure' in asked)
    return problem(
      `${address} does not answer (${asked.failure})`,
      'check its DNS entry, the firewall, the certificate and the proxy; some networks do not reach their own public address',
    );
  const { status, text } = asked;
  if (status === 200) {
    const config = parseAs(ConfigResponse, parseJson(text));
    if (config?.tenant.id === tenant.id) return ok(`${address} answers`);
    return config === undefined
      ? problem(`${address} is not a vault`, 'pass its requests on to the service')
      : problem(
          `${address} is the vault of tenant ${config.tenant.id}`,
          'check VAULT_TENANT_ID of the running service',
        );
  }
  if (text.includes('ORIGIN_DENIED'))
    return problem(
      `the running service does not accept the origin ${tenant.origin}`,
      'start it with these settings, and let the proxy pass the Origin header and the path on',
    );
  if (status === 502 || status === 503 || status === 504)
    return problem(`${address} answers ${status}`, 'start the service, then read its log');
  if (status >= 300 && status < 400)
    return problem(
      `${address} redirects to ${asked.headers.get('location') ?? 'another address'}`,
      'set VAULT_ORIGIN to the address without a redirect',
    );
  return problem(`${address} answers ${status}`, 'pass its requests on to the service, unchanged');
}
