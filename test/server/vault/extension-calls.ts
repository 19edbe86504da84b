import * as wire from '../../../shared/wire/vault.ts';
import * as own from '../../../shared/wire/vault-extensions.ts';
import type { SoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import {
  type ClientAccount,
  commitBody,
  envelopeText,
  opaqueId,
  sha256,
  type VaultClient,
} from '../../helpers/vault-client.ts';

export const REMOVAL = '/ext/v1/passkeys/removal';
export const DELETION = '/ext/v1/account/deletion';

/** Returns the calls of a correct client to the vault's additional routes. */
export function extensionCalls(client: () => VaultClient) {
  async function prepareRemoval(
    account: ClientAccount,
    signer: SoftAuthenticator,
    credentialIds: readonly string[],
    wraps = account.wraps.filter((id) => !credentialIds.includes(id)),
  ) {
    const envelope = envelopeText({ ...account, wraps });
    const operationId = opaqueId();
    const { challengeId, options } = await client().post(
      wire.MutationOptionsResponse,
      `${REMOVAL}/options`,
      { revision: account.revision, digest: sha256(envelope), operationId, credentialIds },
      account.token,
    );
    const { credential } = signer.get({ ...options, allowCredentials: [] }, client().ceremony());
    return { challengeId, credential, envelope, credentialIds, operationId, options };
  }

  function sendRemoval(
    account: ClientAccount,
    prepared: Awaited<ReturnType<typeof prepareRemoval>>,
    credentialIds = prepared.credentialIds,
  ) {
    const ids = JSON.stringify(credentialIds);
    const body = commitBody(prepared).replace('{', `{"credentialIds":${ids},`);
    return client().post(wire.OperationReceipt, `${REMOVAL}/commit`, body, account.token);
  }

  async function prepareDeletion(account: ClientAccount, signer: SoftAuthenticator) {
    const { challengeId, options } = await client().post(
      wire.MutationOptionsResponse,
      `${DELETION}/options`,
      { revision: account.revision, operationId: opaqueId() },
      account.token,
    );
    return { challengeId, credential: signer.get(options, client().ceremony()).credential };
  }

  function sendDeletion(account: ClientAccount, body: unknown) {
    return client().post(own.DeletionResponse, `${DELETION}/commit`, body, account.token);
  }

  return { prepareRemoval, sendRemoval, prepareDeletion, sendDeletion };
}
