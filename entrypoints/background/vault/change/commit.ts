import { equalBytes, fromBase64url, toBase64url, wipe } from '../../../../shared/bytes.ts';
import { CondorError, hasCode } from '../../../../shared/errors.ts';
import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { FailurePhase } from '../../../../shared/messages/failures.ts';
import type { Random } from '../../../../shared/ports.ts';
import type { SealedEnvelope } from '../../../../shared/vault/envelope.ts';
import {
  mutationChallenge,
  removalChallenge,
} from '../../../../shared/vault/mutation-challenge.ts';
import type { AssertionCredential, Envelope, Tenant } from '../../../../shared/wire/vault.ts';
import { otherVault, ServiceError } from '../home/errors.ts';
import type { VaultHome } from '../home/home.ts';
import { type Ceremony, unlockKeyOf } from '../passkeys/ceremonies.ts';
import { isReceiptFor, readOutcome, type SentCommit } from './sent-commit.ts';

/** The assertion's PRF value differs from the one that the wrap was made for (vault rule 8). */
export class UntestedWrapError extends CondorError<'untested-wrap'> {
  /** The unlock key that `get` returned. The receiver wipes it. */
  readonly unlockKey: Uint8Array<ArrayBuffer>;

  constructor(unlockKey: Uint8Array<ArrayBuffer>) {
    super('untested-wrap', 'The passkey returned another key than before.');
    this.unlockKey = unlockKey;
  }
}

/**
 * Commits one envelope (vault rule 9, one round): options, recomputed challenge, one assertion,
 * commit, receipt. The passkey's signature covers digest, revision and operation. Throws
 * `ServiceError` OUTCOME_UNKNOWN when neither receipt nor vault shows whether the commit arrived.
 * @param removed passkeys that the envelope leaves out; the signature covers them too.
 * @param expectedKey the unlock key that the envelope's wrap was made for. Another key throws
 * `UntestedWrapError` before anything is sent.
 */
export async function commitEnvelope(options: {
  client: VaultHome;
  token: string;
  tenant: Tenant;
  sealed: SealedEnvelope;
  ceremony: Ceremony;
  purpose: PromptPurpose;
  random: Random;
  removed?: readonly string[];
  expectedKey?: Uint8Array;
  /** Runs right before the commit is sent. */
  onSend?: (sent: SentCommit) => Promise<void>;
}): Promise<void> {
  const { client, token, sealed, removed = [] } = options;
  const { accountId, revision } = sealed.envelope;
  const operationId = toBase64url(options.random.bytes(32));
  const mutation = { revision: revision - 1, digest: sealed.digest, operationId };
  const { challengeId, options: assertion } =
    removed.length === 0
      ? await client.mutationOptions(token, mutation)
      : await client.removalOptions(token, { ...mutation, credentialIds: [...removed] });

  const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();
  const binding = {
    tenantId: options.tenant.id,
    accountId: bytes(accountId),
    challengeId: bytes(challengeId),
    revision: revision - 1,
    digest: bytes(sealed.digest),
    operationId: bytes(operationId),
  };
  const challenge =
    removed.length === 0
      ? mutationChallenge(binding)
      : removalChallenge({ ...binding, credentialIds: removed.map(bytes) });
  if (toBase64url(challenge) !== assertion.challenge || assertion.rpId !== options.tenant.rpId) {
    throw new ServiceError('WRONG_CHALLENGE', 'The challenge does not cover this change.');
  }

  const asserted = await options.ceremony.get({
    purpose: options.purpose,
    key: options.expectedKey === undefined ? 'none' : 'secret',
    options: assertion,
    accountId,
  });
  requireOwnPasskey(asserted.credential, sealed.envelope);
  const { expectedKey } = options;
  if (expectedKey !== undefined) {
    const unlockKey = unlockKeyOf(asserted);
    if (!equalBytes(unlockKey, expectedKey)) throw new UntestedWrapError(unlockKey);
    wipe(unlockKey);
  }
  options.ceremony.working('saving');
  const sent = { revision, digest: sealed.digest, operationId };
  await options.onSend?.(sent);
  try {
    const receipt = await client.commit(token, {
      challengeId,
      credential: asserted.credential,
      envelopeText: sealed.text,
      removed,
    });
    if (!isReceiptFor(receipt, sent)) throw wrongReceipt();
  } catch (error) {
    if (!isUncertain(error)) throw error;
    const outcome = await readOutcome({ client, token, sent });
    if (outcome === 'committed') return;
    if (outcome === 'missing' || outcome === 'lost') throw unsaved(error, outcome);
    throw new ServiceError('OUTCOME_UNKNOWN', 'The outcome of the commit is unknown.', {
      cause: error,
    });
  }
}

/** Marks a failure after which the vault didn't contain the commit. */
function unsaved(error: unknown, phase: FailurePhase): unknown {
  if (!(error instanceof ServiceError)) return error;
  const details = { ...error.details, phase };
  return new ServiceError(error.code, error.message, { cause: error, details });
}

/** Throws OTHER_VAULT when the passkey that signed has no wrap in the envelope or another owner. */
function requireOwnPasskey(credential: AssertionCredential, envelope: Envelope): void {
  const { userHandle } = credential.response;
  const isOwner = userHandle === null || userHandle === envelope.accountId;
  const hasWrap = envelope.wraps.some(({ credentialId }) => credentialId === credential.id);
  if (!isOwner || !hasWrap) throw otherVault();
}

function wrongReceipt(): ServiceError {
  return new ServiceError('WRONG_RECEIPT', 'The receipt is for another commit.');
}

/** Returns true when the answer to a commit doesn't show whether the write happened. */
function isUncertain(error: unknown): boolean {
  return (
    hasCode(error, 'UNREACHABLE') ||
    hasCode(error, 'UNEXPECTED_ANSWER') ||
    hasCode(error, 'SERVICE_UNAVAILABLE') ||
    hasCode(error, 'WRONG_RECEIPT')
  );
}
