import { toBase64url } from '../../../../shared/bytes.ts';
import type { Clock, Random } from '../../../../shared/ports.ts';
import { envelopeDigest } from '../../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { changeChallenge } from '../../../../shared/vault/mutation-challenge.ts';
import {
  type AssertionCredential,
  type Envelope,
  MAX_PASSKEYS,
  MAX_WALLETS,
  type RegistrationCredential,
  type RegistrationOptions,
  type Tenant,
} from '../../../../shared/wire/vault.ts';
import { createMutex } from '../../state/mutex.ts';
import type { Stored } from '../../state/stored.ts';
import type { DeviceVault } from '../../state/vault-schemas.ts';
import { ServiceError } from './errors.ts';
import type { VaultHome } from './home.ts';
import { requireOwnAssertion, requireOwnCreation } from './own-assertion.ts';

const NAME = 'Condor';
/** Sessions of a device vault end with the unlock, not by time. */
const NEVER = Number.MAX_SAFE_INTEGER;
/** How long a challenge counts, in milliseconds. */
const CHALLENGE_MS = 300_000;

interface Mutation {
  readonly accountId: string;
  readonly revision: number;
  readonly digest: string;
  readonly operationId: string;
  readonly removed: readonly string[];
}

type Challenge = { readonly text: string; readonly until: number } & (
  | { readonly purpose: 'register'; readonly accountId: string }
  | { readonly purpose: 'add-passkey'; readonly accountId: string }
  | { readonly purpose: 'login' }
  | ({ readonly purpose: 'commit' } & Mutation)
);
type Purpose = Challenge['purpose'];

/**
 * The home of a vault on this device: what a vault server does, without a server. Passkeys belong to
 * the extension, so no website and no other extension can ask for them. A session's token is the
 * account's id: only the worker holds it, and it opens nothing by itself.
 *
 * The first envelope of an account becomes the vault of this device when the session adopts it. Every
 * later commit is stored here, under the same compare-and-swap as on a server.
 */
export function createDeviceHome(deps: {
  record: Stored<DeviceVault>;
  /** `chrome-extension://ID`, also the origin of our pages. */
  rpId: string;
  clock: Clock;
  random: Random;
}): VaultHome {
  const { record, rpId, clock, random } = deps;
  const tenant: Tenant = { id: 'device', origin: rpId, rpId, name: NAME };
  const challenges = new Map<string, Challenge>();
  /** New accounts: the passkey that was created for each. */
  const created = new Map<string, string>();
  /** First envelopes of accounts that no vault of this device has adopted yet. */
  const drafts = new Map<string, string>();
  /** Commits are compared and stored one after another. */
  const inLine = createMutex();

  const randomId = () => toBase64url(random.bytes(32));

  function keep(challengeId: string, challenge: Challenge): void {
    const now = clock.now();
    for (const [id, { until }] of challenges) if (until <= now) challenges.delete(id);
    challenges.set(challengeId, challenge);
  }

  /** Returns the challenge and forgets it: each counts once. */
  function take<P extends Purpose>(id: string, purpose: P): Extract<Challenge, { purpose: P }> {
    const challenge = challenges.get(id);
    challenges.delete(id);
    if (challenge === undefined || challenge.until <= clock.now()) {
      throw new ServiceError('CHALLENGE_EXPIRED', 'The challenge is over.');
    }
    if (!isOf(challenge, purpose)) {
      throw new ServiceError('CHALLENGE_MISMATCH', 'The challenge is for something else.');
    }
    return challenge;
  }

  const until = () => clock.now() + CHALLENGE_MS;

  /** Throws AUTH_REQUIRED unless the token is of the vault on this device. */
  async function vaultOf(token: string): Promise<DeviceVault> {
    const vault = await record.read();
    if (vault?.accountId !== token) throw noSession();
    return vault;
  }

  async function envelopeOf(accountId: string): Promise<Envelope> {
    const vault = await record.read();
    const text = vault?.accountId === accountId ? vault.envelopeText : drafts.get(accountId);
    const envelope = text === undefined ? undefined : parseEnvelopeText(text);
    if (envelope === undefined) throw noSession();
    return envelope;
  }

  async function passkeysOf(accountId: string): Promise<string[]> {
    return (await envelopeOf(accountId)).wraps.map(({ credentialId }) => credentialId);
  }

  function registrationOptions(accountId: string, challenge: string, known: readonly string[]) {
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

  function assertionOptions(challenge: string, allowed: readonly string[] = []) {
    return {
      challenge,
      rpId,
      userVerification: 'required' as const,
      timeout: 60_000 as const,
      allowCredentials: allowed.map((id) => ({ id, type: 'public-key' as const })),
    };
  }

  function registered(
    challengeId: string,
    credential: RegistrationCredential,
    purpose: 'register' | 'add-passkey',
  ): string {
    const { text, accountId } = take(challengeId, purpose);
    requireOwnCreation(credential, { challenge: text, rpId });
    return accountId;
  }

  async function begin(mutation: Mutation) {
    const challengeId = randomId();
    const { removed } = mutation;
    const text = changeChallenge({ ...mutation, tenantId: tenant.id, challengeId });
    const known = created.get(mutation.accountId);
    const passkeys = known === undefined ? await passkeysOf(mutation.accountId) : [known];
    // A passkey can't sign its own removal.
    const allowed = passkeys.filter((id) => !removed.includes(id));
    keep(challengeId, { purpose: 'commit', text, until: until(), ...mutation });
    return { challengeId, options: assertionOptions(text, allowed) };
  }

  /** Stores an envelope that fits its challenge. Throws REVISION_CONFLICT when another was first. */
  async function store(
    challenge: Extract<Challenge, { purpose: 'commit' }>,
    credential: AssertionCredential,
    { envelope, text }: { envelope: Envelope; text: string },
  ): Promise<void> {
    const { accountId, digest, removed, revision } = challenge;
    const signer = credential.id;
    const wrapped = envelope.wraps.map(({ credentialId }) => credentialId);
    if (!wrapped.includes(signer)) {
      throw new ServiceError('SIGNING_PASSKEY_MISSING', 'The envelope leaves its signer out.');
    }
    const vault = await record.read();
    if (vault?.accountId !== accountId) {
      // A new account, whose first envelope the session is about to adopt.
      if (revision !== 0 || drafts.has(accountId)) throw conflict();
      drafts.clear();
      drafts.set(accountId, text);
      return;
    }
    if (vault.revision !== revision) throw conflict();
    const isKept = (id: string) => wrapped.includes(id) || removed.includes(id);
    if (!(await passkeysOf(accountId)).every(isKept)) {
      throw new ServiceError('KEEP_EXISTING_PASSKEYS', 'The envelope leaves a passkey out.');
    }
    created.delete(accountId);
    await record.write({
      tenant,
      accountId,
      credentialId: signer,
      envelopeText: text,
      digest,
      revision: envelope.revision,
      syncedAt: clock.now(),
    });
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
      const known = token === undefined ? [] : await passkeysOf(token);
      keep(challengeId, { purpose, accountId, text, until: until() });
      return { challengeId, accountId, options: registrationOptions(accountId, text, known) };
    },

    async register(challengeId, credential) {
      const accountId = registered(challengeId, credential, 'register');
      created.clear();
      created.set(accountId, credential.id);
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
      keep(challengeId, { purpose: 'login', text, until: until() });
      return { challengeId, options: assertionOptions(text) };
    },

    async authenticate(challengeId, credential) {
      const { text } = take(challengeId, 'login');
      requireOwnAssertion(credential, { challenge: text, rpId });
      const { accountId } = await vaultOf(credential.response.userHandle ?? '');
      return { token: accountId, expires: NEVER, accountId, envelope: await envelopeOf(accountId) };
    },

    vault: async (token) => ({ envelope: await envelopeOf(token) }),

    mutationOptions: (token, mutation) => begin({ ...mutation, accountId: token, removed: [] }),

    removalOptions: (token, { credentialIds, ...mutation }) =>
      begin({ ...mutation, accountId: token, removed: credentialIds }),

    commit: (token, { challengeId, credential, envelopeText, removed }) =>
      inLine(async () => {
        const challenge = take(challengeId, 'commit');
        const envelope = parseEnvelopeText(envelopeText);
        const isFit =
          challenge.accountId === token &&
          envelope?.accountId === token &&
          envelope.revision === challenge.revision + 1 &&
          isSameSet(removed, challenge.removed);
        if (!isFit)
          throw new ServiceError('INVALID_REQUEST', 'The envelope is for something else.');
        if (envelopeDigest(envelopeText) !== challenge.digest) {
          throw new ServiceError('DIGEST_MISMATCH', 'The envelope is not the one that was signed.');
        }
        requireOwnAssertion(credential, { challenge: challenge.text, rpId });
        await store(challenge, credential, { envelope, text: envelopeText });
        return { revision: envelope.revision, digest: challenge.digest };
      }),

    async receipt(token) {
      // The vault itself shows what was stored: no operation is remembered.
      await vaultOf(token);
      throw new ServiceError('OPERATION_UNKNOWN', 'This device keeps no receipts.');
    },

    revoke: async () => ({ revoked: true }),
  };
}

function isOf<P extends Purpose>(
  challenge: Challenge,
  purpose: P,
): challenge is Extract<Challenge, { purpose: P }> {
  return challenge.purpose === purpose;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function conflict(): ServiceError {
  return new ServiceError('REVISION_CONFLICT', 'Another change was stored first.');
}

function noSession(): ServiceError {
  return new ServiceError('AUTH_REQUIRED', 'The vault of this device is another one.');
}
