import type { AssertionOptions } from '../../../shared/wire/vault.ts';
import type { Credential } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { descriptorOf } from './passkeys.ts';

/** The options of every assertion; an empty list of credentials asks for a discoverable one. */
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
