import { fromBase64url, toBase64url } from '../../../../shared/bytes.ts';
import type { Random } from '../../../../shared/ports.ts';
import { deletionChallenge } from '../../../../shared/vault/mutation-challenge.ts';
import { ServiceError } from '../home/errors.ts';
import type { Homes } from '../home/home.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import type { DeviceVault } from '../record/keys.ts';

/**
 * Deletes an account on its server with one assertion over the deletion's own challenge. Returns true
 * when the server confirms it. Throws WRONG_CHALLENGE when the server asks for another signature.
 */
export async function deleteAccount(options: {
  homes: Homes;
  ceremony: Ceremony;
  random: Random;
  token: string;
  /** The vault of the account, as this device knew it last. */
  device: DeviceVault;
}): Promise<boolean> {
  const { ceremony, device, token } = options;
  const { server } = options.homes;
  const { accountId, revision, tenant } = device;
  const operationId = toBase64url(options.random.bytes(32));
  const { challengeId, options: asked } = await server.deletionOptions(token, {
    revision,
    operationId,
  });
  const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();
  const challenge = deletionChallenge({
    tenantId: tenant.id,
    accountId: bytes(accountId),
    challengeId: bytes(challengeId),
    revision,
    operationId: bytes(operationId),
  });
  if (toBase64url(challenge) !== asked.challenge || asked.rpId !== tenant.rpId) {
    throw new ServiceError('WRONG_CHALLENGE');
  }
  const { credential } = await ceremony.get({
    purpose: 'confirm-account-deletion',
    key: 'none',
    options: asked,
    accountId,
  });
  ceremony.working('saving');
  const { deleted } = await server.deleteAccount(token, { challengeId, credential });
  return deleted;
}
