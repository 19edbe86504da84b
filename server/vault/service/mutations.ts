import { mutationChallenge } from '../../../shared/vault/mutation-challenge.ts';
import type {
  MutationCommitRequest,
  MutationOptionsRequest,
  MutationOptionsResponse,
  OperationReceipt,
} from '../../../shared/wire/vault.ts';
import { VaultError } from '../errors.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { verifyAssertion } from '../webauthn/assertion.ts';
import { assertionOptions } from './assertion-options.ts';
import { type Challenges, demandSession } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { checkedBytes, sha256 } from './hashes.ts';
import {
  accountOf,
  boundBy,
  checkEnvelope,
  checkRevision,
  countMutation,
  finish,
} from './mutation-rules.ts';
import { checkWraps, demandActive, signerOf, signersOf } from './passkeys.ts';

/** The vault changes only here: one signed envelope replaces another, one revision at a time. */
export function createMutations(deps: VaultDeps, challenges: Challenges) {
  const { store, clock } = deps;

  /** Rule 5 of "Rules per endpoint". */
  async function options(
    tenant: VaultTenant,
    session: Session,
    { revision, digest, operationId }: MutationOptionsRequest,
  ): Promise<MutationOptionsResponse> {
    await countMutation(deps, session, 'mutation-options');
    const account = await accountOf(store, session);
    await checkRevision(store, account, revision, operationId);
    const { challengeId, challenge } = await challenges.issue({
      tenant,
      purpose: 'mutation',
      accountId: account.id,
      session,
      binding: {
        revision,
        digest,
        operationId,
        challenge: (id) =>
          mutationChallenge({
            tenantId: tenant.id,
            accountId: checkedBytes(account.id),
            challengeId: checkedBytes(id),
            revision,
            digest: checkedBytes(digest),
            operationId: checkedBytes(operationId),
          }),
      },
    });
    return {
      challengeId,
      options: assertionOptions(tenant, challenge, signersOf(account, clock.now())),
    };
  }

  /**
   * Rule 6 of "Rules per endpoint".
   * @param envelopeText the exact text of `envelope` in the request's body
   */
  async function commit(
    tenant: VaultTenant,
    session: Session,
    { challengeId, credential, envelope }: MutationCommitRequest,
    envelopeText: string,
  ): Promise<OperationReceipt> {
    checkEnvelope(session, envelope);
    await countMutation(deps, session, 'mutation-commit');
    return challenges.consume(
      challengeId,
      { tenant, purposes: ['mutation'] },
      async (challenge) => {
        demandSession(challenge, session);
        const bound = boundBy(challenge);
        if (envelope.revision !== bound.revision + 1) throw new VaultError('INVALID_REQUEST');
        if (sha256(envelopeText) !== bound.digest) throw new VaultError('DIGEST_MISMATCH');
        const account = await accountOf(store.unsettled, session);
        await checkRevision(store.unsettled, account, bound.revision, bound.operationId);
        const signer = signerOf(account, credential.id, clock.now());
        const activated = checkWraps(account, envelope, signer.id, [], clock.now());
        const { counter } = await verifyAssertion({
          credential,
          registered: signer,
          isChallenge: challenge.isChallenge,
          origins: tenant.webauthnOrigins,
          rpId: tenant.rpId,
          isUserHandleRequired: false,
        });
        demandActive(signer, bound.revision);
        return finish(deps, {
          tenantId: tenant.id,
          accountId: account.id,
          credentialId: signer.id,
          counterBefore: signer.counter,
          counter,
          ...bound,
          envelope: envelopeText,
          now: clock.now(),
          activated,
          removed: [],
          sessionHash: session.tokenHash,
        });
      },
    );
  }

  return { options, commit };
}
