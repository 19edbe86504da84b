import { deletionChallenge } from '../../../shared/vault/mutation-challenge.ts';
import type { MutationOptionsResponse } from '../../../shared/wire/vault.ts';
import type {
  DeletionCommitRequest,
  DeletionOptionsRequest,
  DeletionResponse,
} from '../../../shared/wire/vault-extensions.ts';
import { VaultServiceError } from '../errors.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { verifyAssertion } from '../webauthn/assertion.ts';
import { type Challenges, ensureSession } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { checkedBytes } from './hashes.ts';
import { accountOf, checkRevision, countMutation, ensureCommitted } from './mutation-rules.ts';
import { assertionOptions, ensureActive, signerOf, signersOf } from './passkeys.ts';

/**
 * Creates the handlers that delete an account and its data. One of the account's passkeys must
 * sign.
 */
export function createDeletion(deps: VaultDeps, challenges: Challenges) {
  const { store, clock } = deps;

  async function options(
    tenant: VaultTenant,
    session: Session,
    { revision, operationId }: DeletionOptionsRequest,
  ): Promise<MutationOptionsResponse> {
    await countMutation(deps, session, 'mutation-options');
    const account = await accountOf(store, session);
    await checkRevision(store, account, revision, operationId);
    const { challengeId, challenge } = await challenges.issue({
      tenant,
      purpose: 'deletion',
      session,
      binding: {
        revision,
        digest: null,
        operationId,
        challenge: (id) =>
          deletionChallenge({
            tenantId: tenant.id,
            accountId: checkedBytes(account.id),
            challengeId: checkedBytes(id),
            revision,
            operationId: checkedBytes(operationId),
          }),
      },
    });
    return {
      challengeId,
      options: assertionOptions(tenant, challenge, signersOf(account, clock.now())),
    };
  }

  async function commit(
    tenant: VaultTenant,
    session: Session,
    { challengeId, credential }: DeletionCommitRequest,
  ): Promise<DeletionResponse> {
    await countMutation(deps, session, 'mutation-commit');
    return challenges.consume(
      challengeId,
      { tenant, purposes: ['deletion'] },
      async (challenge) => {
        ensureSession(challenge, session);
        const { revision } = challenge;
        if (revision === null) throw new VaultServiceError('CHALLENGE_MISMATCH');
        const account = await accountOf(store, session);
        if (account.revision !== revision) throw new VaultServiceError('REVISION_CONFLICT');
        const signer = signerOf(account, credential.id, clock.now());
        await verifyAssertion({
          credential,
          registered: signer,
          isChallenge: challenge.isChallenge,
          origins: tenant.webauthnOrigins,
          rpId: tenant.rpId,
          isUserHandleRequired: false,
        });
        ensureActive(signer, revision);
        ensureCommitted(
          await store.deleteAccount({
            tenantId: tenant.id,
            accountId: account.id,
            credentialId: signer.id,
            counterBefore: signer.counter,
            revision,
          }),
        );
        return { deleted: true };
      },
    );
  }

  return { options, commit };
}
