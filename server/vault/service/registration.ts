import type {
  AddedPasskeyResponse,
  NewRegistrationResponse,
  RegistrationOptionsResponse,
  RegistrationVerifyRequest,
} from '../../../shared/wire/vault.ts';
import { MAX_PASSKEYS } from '../../../shared/wire/vault-limits.ts';
import { VaultServiceError } from '../errors.ts';
import { PROVISIONAL_MS } from '../numbers.ts';
import type { Credential, EnrollmentRules, NewCredential, Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { ES256, RS256 } from '../webauthn/cose-key.ts';
import { type VerifiedRegistration, verifyRegistration } from '../webauthn/registration.ts';
import type { AnonymousChallenge } from './anonymous-challenges.ts';
import { type Challenges, ensureSession } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { descriptorOf, livePasskeys } from './passkeys.ts';
import { newSession } from './sessions.ts';
import type { TakenChallenge } from './taken-challenge.ts';

/** Creates the handlers that register accounts and, with a session, add passkeys. */
export function createRegistration(deps: VaultDeps, challenges: Challenges) {
  const { store, clock } = deps;

  /** Creates the options of a registration (spec/vault-service.md, "Rules per endpoint", rule 1). */
  async function options(
    tenant: VaultTenant,
    session: Session | undefined,
  ): Promise<RegistrationOptionsResponse> {
    if (session === undefined) await ensureEnrollment(tenant);
    const passkeys = session === undefined ? [] : await passkeysOf(session);
    if (passkeys.length >= MAX_PASSKEYS) throw new VaultServiceError('PASSKEY_LIMIT');
    const { challengeId, challenge, accountId } =
      session === undefined
        ? await challenges.issueAnonymous(tenant, 'register')
        : {
            ...(await challenges.issue({ tenant, purpose: 'add-passkey', session })),
            accountId: session.accountId,
          };
    return registrationOptions(tenant, { challengeId, challenge, accountId }, passkeys);
  }

  /** Verifies a registration (spec/vault-service.md, "Rules per endpoint", rule 2). */
  function verify(
    tenant: VaultTenant,
    session: Session | undefined,
    { challengeId, credential }: RegistrationVerifyRequest,
  ): Promise<NewRegistrationResponse | AddedPasskeyResponse> {
    const purposes = ['register', 'add-passkey'] as const;
    return challenges.consume(challengeId, { tenant, purposes }, async (challenge) => {
      const { accountId } = challenge;
      if (accountId === null) throw new VaultServiceError('CHALLENGE_MISMATCH');
      await checkState(tenant, session, challenge);
      const verified = await verifyRegistration({
        credential,
        isChallenge: challenge.isChallenge,
        origins: tenant.webauthnOrigins,
        rpId: tenant.rpId,
      });
      const passkey = newPasskey({
        tenantId: tenant.id,
        accountId,
        verified,
        transports: credential.response.transports,
        now: clock.now(),
      });
      return session === undefined ? createAccount(tenant, passkey) : addPasskey(passkey);
    });
  }

  async function checkState(
    tenant: VaultTenant,
    session: Session | undefined,
    challenge: TakenChallenge,
  ): Promise<void> {
    if (challenge.purpose === 'register') {
      if (session !== undefined) throw new VaultServiceError('CHALLENGE_MISMATCH');
      await ensureEnrollment(tenant);
      return;
    }
    if (session === undefined) throw new VaultServiceError('AUTH_REQUIRED');
    ensureSession(challenge, session);
    if ((await passkeysOf(session)).length >= MAX_PASSKEYS)
      throw new VaultServiceError('PASSKEY_LIMIT');
  }

  async function createAccount(
    tenant: VaultTenant,
    credential: NewCredential,
  ): Promise<NewRegistrationResponse> {
    const { token, session } = newSession(deps, tenant, credential.accountId);
    const rules = enrollmentRules(tenant);
    const result = await store.createAccount({ credential, session, rules });
    if (result === 'credential-exists') throw new VaultServiceError('CREDENTIAL_EXISTS');
    if (result === 'enrollment-closed') throw new VaultServiceError('ENROLLMENT_DISABLED');
    return {
      accountId: credential.accountId,
      credentialId: credential.id,
      token,
      expires: session.expiresAt,
    };
  }

  async function addPasskey(credential: NewCredential): Promise<AddedPasskeyResponse> {
    const limits = { maxPasskeys: MAX_PASSKEYS, now: clock.now() };
    switch (await store.addPasskey(credential, limits)) {
      case 'added':
        return { accountId: credential.accountId, credentialId: credential.id };
      case 'credential-exists':
        throw new VaultServiceError('CREDENTIAL_EXISTS');
      case 'passkey-limit':
        throw new VaultServiceError('PASSKEY_LIMIT');
      case 'vault-pending':
        throw new VaultServiceError('VAULT_PENDING');
      case 'account-gone':
        throw new VaultServiceError('SESSION_EXPIRED');
    }
  }

  function admitsAccount(tenant: VaultTenant): Promise<boolean> {
    return store.admitsAccount(tenant.id, enrollmentRules(tenant), clock.now());
  }

  async function ensureEnrollment(tenant: VaultTenant): Promise<void> {
    if (!(await admitsAccount(tenant))) throw new VaultServiceError('ENROLLMENT_DISABLED');
  }

  /**
   * Returns the passkeys that count toward the limit.
   * @throws VaultServiceError SESSION_EXPIRED; VAULT_PENDING, because a bootstrap session may not
   * add a passkey
   */
  async function passkeysOf(session: Session): Promise<readonly Credential[]> {
    const account = await store.readAccount(session.accountId);
    if (account === undefined) throw new VaultServiceError('SESSION_EXPIRED');
    if (account.revision === 0) throw new VaultServiceError('VAULT_PENDING');
    return livePasskeys(account, clock.now());
  }

  return { admitsAccount, options, verify };
}

function enrollmentRules({ enrollment, maxAccounts }: VaultTenant): EnrollmentRules {
  return { isOpen: enrollment, maxAccounts };
}

function registrationOptions(
  { name, rpId }: VaultTenant,
  { challengeId, challenge, accountId }: AnonymousChallenge,
  passkeys: readonly Credential[],
): RegistrationOptionsResponse {
  // The beginning of the id distinguishes several accounts of one tenant in the system's passkey
  // picker.
  const userName = `${name} ${accountId.slice(0, 6)}`;
  return {
    challengeId,
    accountId,
    options: {
      challenge,
      rp: { name, id: rpId },
      user: { id: accountId, name: userName, displayName: userName },
      pubKeyCredParams: [
        { type: 'public-key', alg: ES256 },
        { type: 'public-key', alg: RS256 },
      ],
      timeout: 60_000,
      attestation: 'none',
      excludeCredentials: passkeys.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        userVerification: 'required',
        requireResidentKey: true,
      },
      extensions: { credProps: true },
      hints: [],
    },
  };
}

function newPasskey(created: {
  readonly tenantId: string;
  readonly accountId: string;
  readonly verified: VerifiedRegistration;
  readonly transports: readonly string[];
  readonly now: number;
}): NewCredential {
  const { tenantId, accountId, verified, transports, now } = created;
  return {
    tenantId,
    id: verified.credentialId,
    accountId,
    publicKey: verified.publicKey,
    counter: verified.counter,
    isBackupEligible: verified.isBackupEligible,
    transports,
    createdAt: now,
    provisionalUntil: now + PROVISIONAL_MS,
  };
}
