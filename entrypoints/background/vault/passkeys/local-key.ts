import { toBase64url, wipe } from '../../../../shared/bytes.ts';
import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { Random } from '../../../../shared/ports.ts';
import type { Tenant } from '../../../../shared/wire/vault.ts';
import { otherVault } from '../home/errors.ts';
import { type Ceremony, publicKeyOf, unlockKeyOf } from './ceremonies.ts';

/** The credential id and the secret key of a passkey. */
export interface UnlockedPasskey {
  readonly credentialId: string;
  readonly secretKey: Uint8Array;
}

/** Runs `work`, and wipes the passkey's key on failure, because no other code would. */
export async function wipingOnFailure<Result>(
  passkey: UnlockedPasskey,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    wipe(passkey.secretKey);
    throw error;
  }
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
 * Asks for a passkey with a challenge of our own and returns its secret key. Sends nothing (vault
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
