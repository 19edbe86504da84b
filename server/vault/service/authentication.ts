import type {
  AuthenticationOptionsResponse,
  AuthenticationVerifyRequest,
  DiscoverableAssertionCredential,
} from '../../../shared/wire/vault.ts';
import { isLive } from '../../live-window.ts';
import { VaultServiceError } from '../errors.ts';
import { PROVISIONAL_MS } from '../numbers.ts';
import type { Credential, StoredVault } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { verifyAssertion } from '../webauthn/assertion.ts';
import type { Challenges } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { assertionOptions } from './passkeys.ts';
import { newSession } from './sessions.ts';

export interface LoggedIn {
  readonly token: string;
  readonly expires: number;
  readonly accountId: string;
  readonly vault: StoredVault;
}

/** Creates the handlers of the discoverable login, in which the passkey names its account. */
export function createAuthentication(deps: VaultDeps, challenges: Challenges) {
  const { store, clock } = deps;

  /** Creates the options of a login (spec/vault-service.md, "Rules per endpoint", rule 3). */
  async function options(tenant: VaultTenant): Promise<AuthenticationOptionsResponse> {
    const { challengeId, challenge } = await challenges.issueAnonymous(tenant, 'login');
    return {
      challengeId,
      options: assertionOptions(tenant, challenge, []),
    };
  }

  /** Verifies a login and opens a session (spec/vault-service.md, "Rules per endpoint", rule 4). */
  function verify(
    tenant: VaultTenant,
    { challengeId, credential }: AuthenticationVerifyRequest,
  ): Promise<LoggedIn> {
    return challenges.consume(challengeId, { tenant, purposes: ['login'] }, async (challenge) => {
      const registered = await findPasskey(tenant, credential);
      const { counter } = await verifyAssertion({
        credential,
        registered,
        isChallenge: challenge.isChallenge,
        origins: tenant.webauthnOrigins,
        rpId: tenant.rpId,
        isUserHandleRequired: true,
      });
      if (registered.provisionalUntil !== null) throw new VaultServiceError('FINISH_REGISTRATION');
      const { token, session } = newSession(deps, tenant, registered.accountId);
      const vault = await store.logIn({
        tenantId: tenant.id,
        credentialId: registered.id,
        counterBefore: registered.counter,
        counter,
        session,
        now: clock.now(),
      });
      // UNKNOWN_PASSKEY would make wallets offer to register the vault as a new account.
      if (vault === 'account-disabled') throw new VaultServiceError('AUTH_FAILED');
      if (vault === 'counter-moved') throw new VaultServiceError('AUTH_RETRY');
      return { token, expires: session.expiresAt, accountId: registered.accountId, vault };
    });
  }

  async function findPasskey(
    tenant: VaultTenant,
    { id, response }: DiscoverableAssertionCredential,
  ): Promise<Credential> {
    const found =
      (await store.findCredential(tenant.id, id, response.userHandle)) ??
      // The userHandle may name a different account from the credential's account.
      (await store.findCredential(tenant.id, id));
    const isExpired =
      found !== undefined &&
      found.provisionalUntil !== null &&
      !isLive(found.provisionalUntil, PROVISIONAL_MS, clock.now());
    if (found !== undefined && !isExpired) return found;
    const isElsewhere = await store.isCredentialElsewhere(tenant.id, id);
    throw new VaultServiceError(isElsewhere ? 'TENANT_MISMATCH' : 'UNKNOWN_PASSKEY');
  }

  return { options, verify };
}
