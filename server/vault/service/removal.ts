import { removalChallenge } from '../../../shared/vault/mutation-challenge.ts';
import type { MutationOptionsResponse, OperationReceipt } from '../../../shared/wire/vault.ts';
import type {
  RemovalCommitRequest,
  RemovalOptionsRequest,
} from '../../../shared/wire/vault-extensions.ts';
import { VaultServiceError } from '../errors.ts';
import type { Account, Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import type { Challenges } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { checkedBytes } from './hashes.ts';
import { accountOf, checkRevision, countMutation } from './mutation-rules.ts';
import { assertionOptions, livePasskeys, signersOf } from './passkeys.ts';
import { commitSigned } from './signed-commit.ts';

/**
 * Creates the handlers that remove passkeys. A removal is a mutation whose envelope has no wraps
 * for these passkeys. The signer can't be removed. All other sessions of the account end, so a lost
 * device loses access immediately.
 */
export function createRemoval(deps: VaultDeps, challenges: Challenges) {
  const { store, clock } = deps;

  async function options(
    tenant: VaultTenant,
    session: Session,
    { revision, digest, operationId, credentialIds }: RemovalOptionsRequest,
  ): Promise<MutationOptionsResponse> {
    ensureDistinct(credentialIds);
    await countMutation(deps, session, 'mutation-options');
    const account = await accountOf(store, session);
    await checkRevision(store, account, revision, operationId);
    ensureOwned(account, credentialIds, clock.now());
    const { challengeId, challenge } = await challenges.issue({
      tenant,
      purpose: 'removal',
      session,
      binding: {
        revision,
        digest,
        operationId,
        challenge: (id) =>
          challengeOf(tenant, session, id, { revision, digest, operationId, credentialIds }),
      },
    });
    return {
      challengeId,
      options: assertionOptions(
        tenant,
        challenge,
        signersOf(account, clock.now()).filter(({ id }) => !credentialIds.includes(id)),
      ),
    };
  }

  async function commit(
    tenant: VaultTenant,
    session: Session,
    { credentialIds, ...request }: RemovalCommitRequest,
    envelopeText: string,
  ): Promise<OperationReceipt> {
    return commitSigned(
      deps,
      challenges,
      { tenant, session, ...request, envelopeText },
      {
        purpose: 'removal',
        removed: credentialIds,
        checkChallenge(challenge, bound) {
          const expected = challengeOf(tenant, session, request.challengeId, {
            ...bound,
            credentialIds,
          });
          if (!challenge.isChallenge(expected)) throw new VaultServiceError('CHALLENGE_MISMATCH');
        },
        checkAccount: (account) => ensureOwned(account, credentialIds, clock.now()),
      },
    );
  }

  return { options, commit };
}

function challengeOf(
  tenant: VaultTenant,
  session: Session,
  challengeId: string,
  bound: {
    readonly revision: number;
    readonly digest: string;
    readonly operationId: string;
    readonly credentialIds: readonly string[];
  },
): Uint8Array {
  return removalChallenge({
    tenantId: tenant.id,
    accountId: checkedBytes(session.accountId),
    challengeId: checkedBytes(challengeId),
    revision: bound.revision,
    digest: checkedBytes(bound.digest),
    operationId: checkedBytes(bound.operationId),
    credentialIds: bound.credentialIds.map(checkedBytes),
  });
}

/**
 * Rejects repeated ids.
 * @throws VaultServiceError INVALID_REQUEST
 */
function ensureDistinct(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length) throw new VaultServiceError('INVALID_REQUEST');
}

/**
 * Requires that the account has these passkeys and keeps at least one active passkey.
 * @throws VaultServiceError UNKNOWN_PASSKEY, VAULT_PENDING, KEEP_EXISTING_PASSKEYS
 */
function ensureOwned(account: Account, ids: readonly string[], now: number): void {
  if (account.revision === 0) throw new VaultServiceError('VAULT_PENDING');
  const live = livePasskeys(account, now);
  if (ids.some((id) => live.every((passkey) => passkey.id !== id))) {
    throw new VaultServiceError('UNKNOWN_PASSKEY');
  }
  const stays = live.some(
    (passkey) => passkey.provisionalUntil === null && !ids.includes(passkey.id),
  );
  if (!stays) throw new VaultServiceError('KEEP_EXISTING_PASSKEYS');
}
