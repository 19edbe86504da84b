import { foreignText, hasHidden } from '../../../../shared/visible-text.ts';
import type { ConfigResponse, RegistrationOptions, Tenant } from '../../../../shared/wire/vault.ts';

/** Maximum characters of a server's name to show. */
const NAME_LENGTH = 64;
const ID_LENGTH = 128;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Returns a server's name for itself in a form that is safe beside our own texts. */
export function serverName(name: string): string {
  return foreignText(name.trim(), NAME_LENGTH);
}

/**
 * Returns the configuration with a name that can be shown. `undefined` if the origin isn't https,
 * or if the id or the domain of its passkeys can't be shown and compared.
 */
export function checkedConfig(config: ConfigResponse): ConfigResponse | undefined {
  const { tenant } = config;
  return isUsable(tenant)
    ? { ...config, tenant: { ...tenant, name: serverName(tenant.name) } }
    : undefined;
}

/** Returns options whose names the browser can show in its passkey prompt. */
export function withCheckedNames(options: RegistrationOptions): RegistrationOptions {
  const { rp, user } = options;
  return {
    ...options,
    rp: { ...rp, name: serverName(rp.name) },
    user: { ...user, name: serverName(user.name), displayName: serverName(user.displayName) },
  };
}

function isUsable({ id, origin, rpId }: Tenant): boolean {
  return (
    isHttpsOrigin(origin) &&
    HOST_NAME.test(rpId) &&
    id !== '' &&
    id.length <= ID_LENGTH &&
    !/\s/u.test(id) &&
    !hasHidden(id)
  );
}

/** Returns true for an https origin in the form that browsers use, without the port 443. */
export function isHttpsOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.origin === text;
}
