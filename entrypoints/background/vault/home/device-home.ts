import { toBase64url } from '../../../../shared/bytes.ts';
import type { Clock, Random } from '../../../../shared/ports.ts';
import { envelopeDigest } from '../../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { changeChallenge } from '../../../../shared/vault/mutation-challenge.ts';
import type {
  RegistrationCredential,
  RegistrationOptions,
  Tenant,
} from '../../../../shared/wire/vault.ts';
import { MAX_PASSKEYS, MAX_WALLETS } from '../../../../shared/wire/vault-limits.ts';
import { createMutex } from '../../kernel/mutex.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { DeviceVault } from '../record/keys.ts';
import { createChallenges, type Mutation } from './challenges.ts';
import { createDeviceAccounts, noSession } from './device-accounts.ts';
import { ServiceError } from './errors.ts';
import type { VaultHome } from './home.ts';
import { ensureOwnAssertion, ensureOwnCreation } from './own-assertion.ts';

const NAME = 'Condor';
/** Sessions of a device's vault end with a lock, not by time. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The home of a vault on this device: replaces a vault server. The passkeys belong to the
 * extension, so no website and no other extension can request them. A session's token is the
 * account's id: only the worker has it, and it opens nothing alone. The first envelope of an
 * account becomes this device's vault when the session adopts it. Every later commit is stored
 * here, with the same compare-and-swap as on a server.
 */
export function createDeviceHome(deps: {
  record: Stored<DeviceVault>;
  /** `chrome-extension://ID`, which is also the origin of our pages. */
  rpId: string;
  clock: Clock;
  random: Random;
}): VaultHome {
  const { rpId, random } = deps;
  const tenant: Tenant = { id: 'device', origin: rpId, rpId, name: NAME };
  const challenges = createChallenges(deps);
  const accounts = createDeviceAccounts({ ...deps, tenant });
  const inLine = createMutex();

  const randomId = () => toBase64url(random.bytes(32));

  function registered(
    challengeId: string,
    credential: RegistrationCredential,
    purpose: 'register' | 'add-passkey',
  ): string {
    const { text, accountId } = challenges.take(challengeId, purpose);
    ensureOwnCreation(credential, { challenge: text, rpId });
    return accountId;
  }

  async function begin(mutation: Mutation) {
    const challengeId = randomId();
    const text = changeChallenge({ ...mutation, tenantId: tenant.id, challengeId });
    const allowed = await accounts.signersOf(mutation);
    challenges.keep(challengeId, { purpose: 'commit', text, ...mutation });
    return { challengeId, options: assertionOptions(rpId, text, allowed) };
  }

  return {
    config: async () => ({
      version: 1,
      tenant,
      enrollmentEnabled: true,
      maxWallets: MAX_WALLETS,
      maxPasskeys: MAX_PASSKEYS,
    }),

    async registrationOptions(token) {
      const challengeId = randomId();
      const text = randomId();
      const accountId = token ?? randomId();
      const purpose = token === undefined ? 'register' : 'add-passkey';
      const known = token === undefined ? [] : await accounts.passkeysOf(token);
      challenges.keep(challengeId, { purpose, accountId, text });
      return {
        challengeId,
        accountId,
        options: registrationOptions({ rpId, accountId, challenge: text, known }),
      };
    },

    async register(challengeId, credential) {
      const accountId = registered(challengeId, credential, 'register');
      accounts.begin(accountId, credential.id);
      return { accountId, credentialId: credential.id, token: accountId, expires: NEVER };
    },

    async addPasskey(token, challengeId, credential) {
      const accountId = registered(challengeId, credential, 'add-passkey');
      if (accountId !== token) throw noSession();
      return { accountId, credentialId: credential.id };
    },

    async authenticationOptions() {
      const challengeId = randomId();
      const text = randomId();
      challenges.keep(challengeId, { purpose: 'login', text });
      return { challengeId, options: assertionOptions(rpId, text) };
    },

    async authenticate(challengeId, credential) {
      const { text } = challenges.take(challengeId, 'login');
      ensureOwnAssertion(credential, { challenge: text, rpId });
      const accountId = credential.response.userHandle ?? '';
      await accounts.ensureStored(accountId);
      const envelope = await accounts.envelopeOf(accountId);
      return { token: accountId, expires: NEVER, accountId, envelope };
    },

    vault: async (token) => ({ envelope: await accounts.envelopeOf(token) }),

    mutationOptions: (token, mutation) => begin({ ...mutation, accountId: token, removed: [] }),

    removalOptions: (token, { credentialIds, ...mutation }) =>
      begin({ ...mutation, accountId: token, removed: credentialIds }),

    commit: (token, { challengeId, credential, envelopeText, removed }) =>
      inLine(async () => {
        const challenge = challenges.take(challengeId, 'commit');
        const envelope = parseEnvelopeText(envelopeText);
        const isFit =
          challenge.accountId === token &&
          envelope?.accountId === token &&
          envelope.revision === challenge.revision + 1 &&
          isSameSet(removed, challenge.removed);
        if (!isFit) throw new ServiceError('INVALID_REQUEST');
        if (envelopeDigest(envelopeText) !== challenge.digest) {
          throw new ServiceError('DIGEST_MISMATCH');
        }
        ensureOwnAssertion(credential, { challenge: challenge.text, rpId });
        await accounts.store(challenge, credential.id, { envelope, text: envelopeText });
        return { revision: envelope.revision, digest: challenge.digest };
      }),

    async receipt(token) {
      // The vault itself shows what was stored, so no operation is recorded.
      await accounts.ensureStored(token);
      throw new ServiceError('OPERATION_UNKNOWN');
    },

    revoke: async () => ({ revoked: true }),
  };
}

function registrationOptions(asked: {
  rpId: string;
  accountId: string;
  challenge: string;
  known: readonly string[];
}) {
  const { rpId, accountId, challenge, known } = asked;
  const name = `${NAME} ${accountId.slice(0, 4)}`;
  return {
    challenge,
    rp: { name: NAME, id: rpId },
    user: { id: accountId, name, displayName: name },
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    timeout: 60_000,
    attestation: 'none',
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: 'required',
      requireResidentKey: true,
    },
    extensions: { credProps: true },
    hints: [],
  } satisfies RegistrationOptions;
}

function assertionOptions(rpId: string, challenge: string, allowed: readonly string[] = []) {
  return {
    challenge,
    rpId,
    userVerification: 'required' as const,
    timeout: 60_000 as const,
    allowCredentials: allowed.map((id) => ({ id, type: 'public-key' as const })),
  };
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}
