import type { Tenant } from '../../../../shared/wire/vault.ts';
import type { VaultClient } from './client.ts';
import { ServiceError } from './errors.ts';

/**
 * The place that stores a vault: a server, or this device (vault rule 13). Both accept the same
 * envelopes, challenges and commits.
 */
export type VaultHome = Omit<
  VaultClient,
  'baseUrl' | 'deletionOptions' | 'deleteAccount' | 'registeredOrigin'
>;

export interface Homes {
  readonly server: VaultClient;
  /** Undefined if the browser doesn't support passkeys for extensions. */
  readonly device: VaultHome | undefined;
}

/** Scheme of the rpId that Chromium gives an extension. No server can have it. */
const OWN_SCHEME = 'chrome-extension://';

/**
 * Returns true for a vault that is stored only on this device. Its passkeys belong to this
 * extension.
 */
export function isOnDevice({ rpId }: Pick<Tenant, 'rpId'>): boolean {
  return rpId.startsWith(OWN_SCHEME);
}

export function homeOf(homes: Homes, tenant: Pick<Tenant, 'rpId'>): VaultHome {
  return isOnDevice(tenant) ? deviceOf(homes) : homes.server;
}

/** Throws NO_DEVICE_VAULT if the browser doesn't support passkeys for extensions. */
export function deviceOf({ device }: Homes): VaultHome {
  if (device === undefined) {
    throw new ServiceError('NO_DEVICE_VAULT');
  }
  return device;
}
