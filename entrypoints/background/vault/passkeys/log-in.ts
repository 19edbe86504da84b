import { hasCode } from '../../../../shared/errors.ts';
import type { Random } from '../../../../shared/ports.ts';
import type { AssertionCredential, Envelope, Tenant } from '../../../../shared/wire/vault.ts';
import { otherVault, ServiceError } from '../home/errors.ts';
import type { VaultHome } from '../home/home.ts';
import { type Ceremony, unlockKeyOf } from './ceremonies.ts';
import type { UnlockedPasskey } from './local-key.ts';

export interface BearerToken {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly expires: number;
}

/** A passkey that has just opened an account, with the server's snapshot of this account. */
export interface Entered {
  readonly accountId: string;
  readonly passkey: UnlockedPasskey;
  readonly envelope: Envelope;
  readonly bearer: BearerToken;
}

export interface EntryDeps {
  readonly client: VaultHome;
  readonly tenant: Tenant;
  readonly ceremony: Ceremony;
  readonly random: Random;
}

/** Maximum attempts when a correct login loses a race on the server (AUTH_RETRY). */
const MAX_LOGINS = 3;

/**
 * Logs in with one discoverable assertion, which also returns the key that opens the vault. Repeats
 * the login when a correct login loses a race on the server.
 */
export async function signIn(deps: EntryDeps): Promise<Entered> {
  const { asserted, session } = await login(deps, 'secret');
  const passkey = { credentialId: asserted.credential.id, secretKey: unlockKeyOf(asserted) };
  return { ...session, passkey };
}

/** Starts a new session for an account whose vault is already open. The prompt returns no key. */
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

/** Requests a login challenge. Throws SERVER_CHANGED if the challenge is for another domain. */
export async function askLogin(client: VaultHome, tenant: Tenant) {
  const { challengeId, options } = await client.authenticationOptions();
  if (options.rpId !== tenant.rpId) throw serverChanged();
  // A server that names wrong passkeys would hide the right passkey from the user.
  return { challengeId, options: { ...options, allowCredentials: [] } };
}

/** Prompts for the passkey that signs a login challenge. Throws OTHER_VAULT for a wrong account. */
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

/** Logs in with a signed challenge. Throws WRONG_IDS when the server returns another account. */
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

export function wrongIds(): ServiceError {
  return new ServiceError('WRONG_IDS');
}

export function serverChanged(): ServiceError {
  return new ServiceError('SERVER_CHANGED');
}
