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

/** Creates the vault's only change: a signed envelope replaces another, one revision later. */
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
