import { developmentWebauthnOrigins } from '../../config.ts';
import type { VaultTenant } from '../../vault/tenant.ts';
import { allowsExtension } from '../../vault/tenants-file.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Checks from which extensions, local builds and web pages a tenant accepts passkey ceremonies. */
export function checkExtensions(tenant: VaultTenant): Finding[] {
  const { ok, warning, problem } = findingsOf(`extensions of tenant ${tenant.id}`);
  const { webauthnOrigins } = tenant;
  const findings: Finding[] = [];
  if (!allowsExtension(tenant))
    findings.push(
      problem(
        'no extension is named, so that no wallet can use the vault',
        'set VAULT_WEBAUTHN_ORIGINS to the origins that the wallet shows under "About"',
      ),
    );
  if (
    isPublic(tenant) &&
    webauthnOrigins.some((origin) => developmentWebauthnOrigins().includes(origin))
  )
    findings.push(
      warning(
        'VAULT_WEBAUTHN_ORIGINS names the id of a local build, whose key is public',
        'name the id of your extension from the store instead, unless your users build it themselves',
      ),
    );
  const pages = webauthnOrigins.filter((origin) => origin.startsWith('https://'));
  if (pages.length > 0)
    findings.push(
      warning(
        `pages of ${pages.join(', ')} may run passkey ceremonies`,
        'remove them from VAULT_WEBAUTHN_ORIGINS, unless you have a web client there',
      ),
    );
  return findings.length > 0
    ? findings
    : [ok(`passkey ceremonies of ${webauthnOrigins.join(', ')} are accepted`)];
}

function isPublic({ origin }: VaultTenant): boolean {
  return new URL(origin).hostname !== 'localhost';
}
