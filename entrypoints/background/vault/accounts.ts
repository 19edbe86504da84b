import { x25519 } from '@noble/curves/ed25519.js';
import { toBase64url, wipe } from '../../../shared/bytes.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { PromptPurpose } from '../../../shared/messages/ceremony.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { encodeEpochs, firstEpoch } from '../../../shared/vault/continuity.ts';
import { type SealedEnvelope, sealEnvelope } from '../../../shared/vault/envelope.ts';
import { PAYLOAD_SCHEMA, type VaultPayload } from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { AssertionCredential, Envelope, Tenant } from '../../../shared/wire/vault.ts';
import { type Ceremony, type Created, publicKeyOf, unlockKeyOf } from './ceremonies.ts';
import { commitEnvelope, UntestedWrapError } from './commit.ts';
import { CeremonyError, otherVault, ServiceError } from './errors.ts';
import type { VaultHome } from './home.ts';
import type { UnlockedPasskey } from './open.ts';

export interface BearerToken {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expires: number;
}

/** A passkey that has just opened an account, with the snapshot that the server holds for it. */
export interface Entered {
  readonly accountId: string;
  readonly passkey: UnlockedPasskey;
  readonly envelope: Envelope;
  readonly bearer: BearerToken;
}

interface EntryDeps {
  readonly client: VaultHome;
  readonly tenant: Tenant;
  readonly ceremony: Ceremony;
  readonly random: Random;
}

/** The content of a vault besides its account and its passkeys. */
export type VaultContent = Pick<
  VaultPayload,
  'wallets' | 'contacts' | 'settings' | 'backups' | 'tombstones'
>;

/** Rounds of challenge and assertion when a correct login loses a race on the server (AUTH_RETRY). */
const MAX_LOGINS = 3;

/**
 * Creates an account: registers a passkey, and commits revision 1 with an assertion that reproduces
 * the PRF value. Needs two prompts when `create` returns a PRF value, otherwise three (vault rule 8).
 * Every id that the server answers with is compared with the created passkey (vault rule 7). Wipes
 * the secret key when it fails.
 * @param deps.content what the first revision holds; nothing when absent. Read once per sealing,
 * because it holds secrets.
 * @param deps.knownAccounts accounts of this device. Authenticators replace a passkey that has the same
 * account, so a server that names one of them gets no passkey.
 * @param deps.onCreated receives the id of the new passkey before the server knows it.
 */
export async function enrol(
  deps: EntryDeps & {
    aead: Aead;
    clock: Clock;
    device: string;
    content?: () => VaultContent;
    knownAccounts?: readonly string[];
    onCreated?: (credentialId: string) => void;
  },
): Promise<Entered> {
  const { client, ceremony, tenant } = deps;
  const registration = await client.registrationOptions();
  const accountId = registration.options.user.id;
  if (registration.options.rp.id !== tenant.rpId) throw serverChanged();
  if (registration.accountId !== accountId) throw wrongIds();
  if (deps.knownAccounts?.includes(accountId) === true) throw wrongIds();
  const created = await ceremony.create({
    purpose: 'create-vault',
    key: 'secret',
    options: registration.options,
  });
  const credentialId = created.credential.id;
  deps.onCreated?.(credentialId);
  const registered = await client.register(registration.challengeId, created.credential);
  if (registered.accountId !== accountId || registered.credentialId !== credentialId) {
    throw wrongIds();
  }
  try {
    return await commitFirst({ ...deps, registered, created, accountId, credentialId });
  } catch (error) {
    // Without this session the account counts as abandoned: a server that limits its accounts has
    // a place for the next attempt at once.
    client.revoke(registered.token).catch(() => undefined);
    throw error;
  }
}

/** Commits revision 1 of a registered account. Wipes the secret key when it fails. */
async function commitFirst(
  deps: Parameters<typeof enrol>[0] & {
    registered: BearerToken;
    created: Created;
    accountId: string;
    credentialId: string;
  },
): Promise<Entered> {
  const { tenant, random, registered, created, accountId, credentialId } = deps;
  let secretKey =
    created.unlockKey === null
      ? await probeKey({ ...deps, accountId, credentialId })
      : unlockKeyOf(created);
  for (let round = 1; ; round++) {
    const payload = firstPayload({
      ...deps,
      accountId,
      credentialId,
      secretKey,
      aaguid: created.aaguid,
      content: deps.content?.(),
    });
    const sealed = await sealEnvelope({ payload, rpId: tenant.rpId, aead: deps.aead, random });
    try {
      await commitEnvelope({
        ...deps,
        token: registered.token,
        sealed,
        purpose: 'confirm-new-passkey',
        expectedKey: secretKey,
      });
      return entered(accountId, { credentialId, secretKey }, sealed, registered);
    } catch (error) {
      wipe(secretKey);
      // Some authenticators return another value from `create`. The value that `get` returns counts.
      if (!(error instanceof UntestedWrapError)) throw error;
      if (round === 2) {
        wipe(error.unlockKey);
        throw new CeremonyError('prf-differs', 'The passkey returns another key each time.');
      }
      secretKey = error.unlockKey;
    }
  }
}

/**
 * Logs in with one discoverable assertion, which also yields the key that opens the vault. Repeats
 * the assertion when a correct login loses a race on the server.
 */
export async function signIn(deps: EntryDeps): Promise<Entered> {
  const { asserted, session } = await login(deps, 'secret');
  const passkey = { credentialId: asserted.credential.id, secretKey: unlockKeyOf(asserted) };
  return { ...session, passkey };
}

/** Starts a new session for an account whose vault is open already. No key leaves the prompt. */
export async function renewSession(deps: EntryDeps & { accountId: string }): Promise<BearerToken> {
  return (await login(deps, 'none')).session.bearer;
}

async function login(deps: EntryDeps & { accountId?: string }, key: 'none' | 'secret') {
  const { client, ceremony } = deps;
  for (let round = 1; ; round++) {
    const begun = await askLogin(client, deps.tenant);
    const { accountId } = deps;
    const asserted = await assertLogin({ ...begun, ceremony, key, accountId });
    ceremony.working('opening');
    try {
      return {
        asserted,
        session: await finishLogin(client, begun.challengeId, asserted.credential),
      };
    } catch (error) {
      if (!hasCode(error, 'AUTH_RETRY') || round === MAX_LOGINS) throw error;
    }
  }
}

/** Asks the server for a login challenge. Throws SERVER_CHANGED when it's for another domain. */
export async function askLogin(client: VaultHome, tenant: Tenant) {
  const { challengeId, options } = await client.authenticationOptions();
  if (options.rpId !== tenant.rpId) throw serverChanged();
  // A server that names other passkeys would keep the user from choosing the right one.
  return { challengeId, options: { ...options, allowCredentials: [] } };
}

/** Prompts for the passkey that signs a login challenge. Throws OTHER_VAULT for another account's. */
export async function assertLogin(deps: {
  ceremony: Ceremony;
  options: Parameters<Ceremony['get']>[0]['options'];
  key: 'none' | 'secret';
  accountId: string | undefined;
}) {
  const { ceremony, key, options, accountId } = deps;
  const purpose = 'sign-in';
  const asserted = await ceremony.get({ purpose, key, options });
  const { userHandle } = asserted.credential.response;
  if (accountId !== undefined && userHandle !== accountId) throw otherVault();
  return asserted;
}

/** Logs in with a signed challenge. Throws WRONG_IDS when the server names another account. */
export async function finishLogin(
  client: VaultHome,
  challengeId: string,
  credential: AssertionCredential,
): Promise<Omit<Entered, 'passkey'>> {
  const { accountId, envelope, token, expires } = await client.authenticate(
    challengeId,
    credential,
  );
  if (accountId !== credential.response.userHandle) throw wrongIds();
  return { accountId, envelope, bearer: { token, expires } };
}

interface LocalAssertion {
  readonly ceremony: Ceremony;
  readonly random: Random;
  readonly tenant: Tenant;
  readonly accountId: string;
  readonly credentialIds: readonly string[];
  readonly purpose?: PromptPurpose;
}

/**
 * Asks for a passkey with a challenge of our own and returns its secret key. Nothing is sent (vault
 * rule 10). The caller wipes the key.
 */
export async function localKey(deps: LocalAssertion): Promise<UnlockedPasskey> {
  const asserted = await assertLocally(deps, 'secret');
  return { credentialId: asserted.credential.id, secretKey: unlockKeyOf(asserted) };
}

/** Asks for a passkey like `localKey` and returns its public key, base64url. */
export async function localPublicKey(
  deps: LocalAssertion,
): Promise<{ credentialId: string; publicKey: string }> {
  const asserted = await assertLocally(deps, 'public');
  return { credentialId: asserted.credential.id, publicKey: publicKeyOf(asserted) };
}

async function assertLocally(deps: LocalAssertion, key: 'public' | 'secret') {
  const asserted = await deps.ceremony.get({
    purpose: deps.purpose ?? 'unlock',
    key,
    accountId: deps.accountId,
    options: {
      challenge: toBase64url(deps.random.bytes(32)),
      rpId: deps.tenant.rpId,
      userVerification: 'required',
      timeout: 60_000,
      allowCredentials: deps.credentialIds.map((id) => ({ id, type: 'public-key' as const })),
    },
  });
  const { id, response } = asserted.credential;
  const isOurs = response.userHandle === null || response.userHandle === deps.accountId;
  if (!isOurs || !deps.credentialIds.includes(id)) throw otherVault();
  return asserted;
}

async function probeKey(
  deps: EntryDeps & { accountId: string; credentialId: string },
): Promise<Uint8Array> {
  return (await localKey({ ...deps, credentialIds: [deps.credentialId] })).secretKey;
}

function firstPayload(options: {
  accountId: string;
  credentialId: string;
  secretKey: Uint8Array;
  aaguid: string;
  clock: Clock;
  random: Random;
  device: string;
  content: VaultContent | undefined;
}): VaultPayload {
  const now = options.clock.now();
  const epoch = firstEpoch(options.random);
  const continuity = encodeEpochs([epoch]);
  wipe(epoch.secret);
  return {
    schema: PAYLOAD_SCHEMA,
    accountId: options.accountId,
    revision: 1,
    prevDigest: '',
    createdAt: now,
    device: options.device,
    wallets: [],
    keyring: [
      {
        credentialId: options.credentialId,
        pk: toBase64url(x25519.getPublicKey(options.secretKey)),
        name: options.device,
        aaguid: options.aaguid,
        addedAt: now,
      },
    ],
    continuity,
    contacts: [],
    settings: {},
    backups: [],
    tombstones: [],
    ...options.content,
  };
}

function entered(
  accountId: string,
  passkey: UnlockedPasskey,
  sealed: SealedEnvelope,
  bearer: BearerToken,
): Entered {
  return {
    accountId,
    passkey,
    envelope: sealed.envelope,
    bearer: { token: bearer.token, expires: bearer.expires },
  };
}

function wrongIds(): ServiceError {
  return new ServiceError('WRONG_IDS', 'The server answered about another account or passkey.');
}

function serverChanged(): ServiceError {
  return new ServiceError('SERVER_CHANGED', 'The server asks for passkeys of another domain.');
}
