import type {
  AssertionCredential,
  Envelope,
  OperationReceipt,
} from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import type { Account, Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { verifyAssertion } from '../webauthn/assertion.ts';
import { type Challenges, ensureSession } from './challenges.ts';
import type { VaultDeps } from './deps.ts';
import { sha256 } from './hashes.ts';
import {
  accountOf,
  boundBy,
  checkRevision,
  countMutation,
  ensureCommitted,
} from './mutation-rules.ts';
import { checkWraps, ensureActive, signerOf } from './passkeys.ts';
import type { TakenChallenge } from './taken-challenge.ts';

/** A signed change of the vault: a mutation or a removal. */
export interface SignedCommit {
  readonly tenant: VaultTenant;
  readonly session: Session;
  readonly challengeId: string;
  readonly credential: AssertionCredential;
  readonly envelope: Envelope;
  /** Exact text of `envelope` in the request's body. */
  readonly envelopeText: string;
}

/** Rules that a removal adds to a mutation. */
export interface CommitRules {
  readonly purpose: 'mutation' | 'removal';
  /** Ids of the passkeys that the commit removes. */
  readonly removed: readonly string[];
  /**
   * Called after the digest was found to match.
   * @throws VaultServiceError
   */
  checkChallenge(challenge: TakenChallenge, bound: ReturnType<typeof boundBy>): void;
  /**
   * Called after the account was read.
   * @throws VaultServiceError
   */
  checkAccount(account: Account): void;
}

/**
 * Replaces the vault by a signed envelope, or throws and leaves the vault unchanged. Consumes the
 * challenge unless the error is TRY_LATER (spec/vault-service.md, "States and transitions").
 * @throws VaultServiceError INVALID_REQUEST, TRY_LATER, SESSION_EXPIRED, and errors of the
 * challenge, the state, the passkeys and the ceremony in this order
 */
export async function commitSigned(
  deps: VaultDeps,
  challenges: Challenges,
  { tenant, session, challengeId, credential, envelope, envelopeText }: SignedCommit,
  { purpose, removed, checkChallenge, checkAccount }: CommitRules,
): Promise<OperationReceipt> {
  const { store, clock } = deps;
  if (!isWellFormed(session, envelope) || new Set(removed).size !== removed.length) {
    await challenges.discard(challengeId);
    throw new VaultServiceError('INVALID_REQUEST');
  }
  await countMutation(deps, session, 'mutation-commit');
  return challenges.consume(challengeId, { tenant, purposes: [purpose] }, async (challenge) => {
    ensureSession(challenge, session);
    const bound = boundBy(challenge);
    if (envelope.revision !== bound.revision + 1) throw new VaultServiceError('INVALID_REQUEST');
    if (sha256(envelopeText) !== bound.digest) throw new VaultServiceError('DIGEST_MISMATCH');
    checkChallenge(challenge, bound);
    const account = await accountOf(store, session);
    await checkRevision(store, account, bound.revision, bound.operationId);
    checkAccount(account);
    const signer = signerOf(account, credential.id, clock.now());
    const activated = checkWraps(account, envelope, signer.id, removed, clock.now());
    const { counter } = await verifyAssertion({
      credential,
      registered: signer,
      isChallenge: challenge.isChallenge,
      origins: tenant.webauthnOrigins,
      rpId: tenant.rpId,
      isUserHandleRequired: false,
    });
    ensureActive(signer, bound.revision);
    ensureCommitted(
      await store.commit({
        tenantId: tenant.id,
        accountId: account.id,
        credentialId: signer.id,
        counterBefore: signer.counter,
        counter,
        ...bound,
        envelope: envelopeText,
        now: clock.now(),
        activated,
        removed,
        sessionHash: session.tokenHash,
      }),
    );
    return { revision: bound.revision + 1, digest: bound.digest };
  });
}

/** Returns true if the envelope names the session's account and has no duplicate wraps. */
function isWellFormed(session: Session, { accountId, wraps }: Envelope): boolean {
  const named = new Set(wraps.map(({ credentialId }) => credentialId));
  return accountId === session.accountId && named.size === wraps.length;
}
