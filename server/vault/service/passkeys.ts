import type {
  AssertionOptions,
  CredentialDescriptor,
  Envelope,
} from '../../../shared/wire/vault.ts';
import { isLive } from '../../live-window.ts';
import { VaultServiceError } from '../errors.ts';
import { PROVISIONAL_MS } from '../numbers.ts';
import type { Account, Credential } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';

/** Returns the active credentials, and the provisional credentials that may still become active. */
export function livePasskeys(account: Account, now: number): readonly Credential[] {
  return account.credentials.filter(
    ({ provisionalUntil }) =>
      provisionalUntil === null || isLive(provisionalUntil, PROVISIONAL_MS, now),
  );
}

export function descriptorOf({ id, transports }: Credential): CredentialDescriptor {
  return { id, type: 'public-key', transports: [...transports] };
}

/**
 * Returns the options of an assertion. An empty list of credentials allows any discoverable
 * credential.
 */
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

/** Returns the credentials that may sign: active ones, or at revision 0 the provisional one. */
export function signersOf(account: Account, now: number): readonly Credential[] {
  return livePasskeys(account, now).filter(
    ({ provisionalUntil }) => provisionalUntil === null || account.revision === 0,
  );
}

/**
 * Returns the credential that signs.
 * @throws VaultServiceError UNKNOWN_PASSKEY
 */
export function signerOf(account: Account, credentialId: string, now: number): Credential {
  const signer = livePasskeys(account, now).find(({ id }) => id === credentialId);
  if (signer === undefined) throw new VaultServiceError('UNKNOWN_PASSKEY');
  return signer;
}

/**
 * Requires an active signer, except at revision 0. Must be called after the assertion was verified.
 * @throws VaultServiceError FINISH_REGISTRATION
 */
export function ensureActive(signer: Credential, revision: number): void {
  if (signer.provisionalUntil !== null && revision > 0) {
    throw new VaultServiceError('FINISH_REGISTRATION');
  }
}

/**
 * Checks that the wraps name only passkeys of the account and include the signer, and that each
 * active passkey without a wrap is in `removed`. Returns the named provisional passkeys, which the
 * commit activates.
 * @throws VaultServiceError UNKNOWN_PASSKEY, SIGNING_PASSKEY_MISSING, KEEP_EXISTING_PASSKEYS
 */
export function checkWraps(
  account: Account,
  envelope: Envelope,
  signerId: string,
  removed: readonly string[],
  now: number,
): string[] {
  const kept = livePasskeys(account, now).filter(({ id }) => !removed.includes(id));
  const wrapped = new Set(envelope.wraps.map(({ credentialId }) => credentialId));
  const known = new Set(kept.map(({ id }) => id));
  if ([...wrapped].some((id) => !known.has(id))) throw new VaultServiceError('UNKNOWN_PASSKEY');
  if (!wrapped.has(signerId)) throw new VaultServiceError('SIGNING_PASSKEY_MISSING');
  for (const { id, provisionalUntil } of kept) {
    if (provisionalUntil === null && !wrapped.has(id)) {
      throw new VaultServiceError('KEEP_EXISTING_PASSKEYS');
    }
  }
  return kept
    .filter(({ id, provisionalUntil }) => provisionalUntil !== null && wrapped.has(id))
    .map(({ id }) => id);
}
