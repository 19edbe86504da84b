import type { AssertionOptions } from '../../../shared/wire/vault.ts';
import type { Credential } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { descriptorOf } from './passkeys.ts';

/** Returns the options of an assertion; an empty credential list requests a discoverable one. */
export function assertionOptions(
  tenant: VaultTenant,
  challenge: string,
  allowed: readonly Credential[],
): AssertionOptions {
  return {
    challenge,
    rpId: tenant.rpId,
    userVerification: 'required',
    timeout: 60_000,
    allowCredentials: allowed.map(descriptorOf),
  };
}
