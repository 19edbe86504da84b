import { mutationChallenge } from '../../../shared/vault/mutation-challenge.ts';
import type {
  MutationCommitRequest,
  MutationOptionsRequest,
  MutationOptionsResponse,
  OperationReceipt,
} from '../../../shared/wire/vault.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import type { Challenges } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { checkedBytes } from './hashes.ts';
import { accountOf, checkRevision, countMutation } from './mutation-rules.ts';
import { assertionOptions, signersOf } from './passkeys.ts';
import { type CommitRules, commitSigned } from './signed-commit.ts';

const PLAIN: CommitRules = {
  purpose: 'mutation',
  removed: [],
  checkChallenge: () => undefined,
  checkAccount: () => undefined,
};

/**
 * Creates the handlers that replace the vault's envelope. The new envelope is signed and has the
 * next revision.
 */
export function createMutations(deps: VaultDeps, challenges: Challenges) {
  const { store, clock } = deps;

  /** Creates the options of a mutation (spec/vault-service.md, "Rules per endpoint", rule 5). */
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
   * Commits a mutation (spec/vault-service.md, "Rules per endpoint", rule 6).
   * @param envelopeText exact text of `envelope` in the request's body
   */
  function commit(
    tenant: VaultTenant,
    session: Session,
    request: MutationCommitRequest,
    envelopeText: string,
  ): Promise<OperationReceipt> {
    return commitSigned(deps, challenges, { tenant, session, ...request, envelopeText }, PLAIN);
  }

  return { options, commit };
}
