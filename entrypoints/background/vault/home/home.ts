import type { Tenant } from '../../../../shared/wire/vault.ts';
import type { VaultClient } from './client.ts';
import { ServiceError } from './errors.ts';

/**
 * The place that keeps a vault: a server, or this device (vault rule 13). Both take the same envelopes,
 * challenges and commits.
 */
export type VaultHome = Omit<
  VaultClient,
  'baseUrl' | 'deletionOptions' | 'deleteAccount' | 'registeredOrigin'
>;

export interface Homes {
  readonly server: VaultClient;
  /** Absent where the browser has no passkeys that belong to an extension. */
  readonly device: VaultHome | undefined;
}

/** Scheme of the rpId that Chromium gives an extension. No server's rpId can have it. */
const OWN_SCHEME = 'chrome-extension://';

/** True for a vault whose passkeys belong to this extension and whose only home is this device. */
export function isOnDevice({ rpId }: Pick<Tenant, 'rpId'>): boolean {
  return rpId.startsWith(OWN_SCHEME);
}

/** Returns the home of the vault that belongs to this tenant. */
export function homeOf(homes: Homes, tenant: Pick<Tenant, 'rpId'>): VaultHome {
  return isOnDevice(tenant) ? deviceOf(homes) : homes.server;
}

/** Throws NO_DEVICE_VAULT where the browser has no passkeys that belong to an extension. */
export function deviceOf({ device }: Homes): VaultHome {
  if (device === undefined) {
    throw new ServiceError('NO_DEVICE_VAULT');
  }
  return device;
}
