import { i18n } from '#i18n';
import { equalBytes, fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import { CondorError, hasCode } from '../../../shared/errors.ts';
import type { Random } from '../../../shared/ports.ts';
import type { SealedEnvelope } from '../../../shared/vault/envelope.ts';
import { mutationChallenge, removalChallenge } from '../../../shared/vault/mutation-challenge.ts';
import type { Tenant } from '../../../shared/wire/vault.ts';
import type { Ceremony } from './ceremonies.ts';
import { unlockKeyOf } from './ceremonies.ts';
import type { VaultClient } from './client.ts';
import { ServiceError } from './errors.ts';

/** The assertion's PRF value was not the one that the wrap was made for (vault rule 8). */
export class UntestedWrapError extends CondorError<'untested-wrap'> {
  /** The unlock key that the passkey really gives. */
  readonly unlockKey: Uint8Array<ArrayBuffer>;

  constructor(unlockKey: Uint8Array<ArrayBuffer>) {
    super('untested-wrap', i18n.t('vault.thePasskeyGaveAnotherKey'));
    this.unlockKey = unlockKey;
  }
}

/**
 * Vault rule 9, one round: options, recomputed challenge, one assertion, commit. The passkey's
 * signature covers digest, revision and operation, because the challenge does.
 * @param removed passkeys that the envelope leaves out; they are part of what is signed.
 * @param expectedKey the unlock key whose wrap stands in the envelope; another one stops the commit.
 */
export async function commitEnvelope(options: {
  client: VaultClient;
  token: string;
  tenant: Tenant;
  sealed: SealedEnvelope;
  ceremony: Ceremony;
  title: string;
  random: Random;
  removed?: readonly string[];
  expectedKey?: Uint8Array;
  /** Runs right before the commit is sent. */
  onSend?: (revision: number) => Promise<void>;
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
    throw new ServiceError('WRONG_CHALLENGE', i18n.t('vault.theServerAskedToSign'));
  }

  const asserted = await options.ceremony.get({
    title: options.title,
    options: assertion,
    accountId,
  });
  const { expectedKey } = options;
  if (expectedKey !== undefined) {
    const unlockKey = unlockKeyOf(asserted);
    if (!equalBytes(unlockKey, expectedKey)) throw new UntestedWrapError(unlockKey);
  }
  options.ceremony.working(i18n.t('vault.saving'));
  await options.onSend?.(revision);
  try {
    await client.commit(token, {
      challengeId,
      credential: asserted.credential,
      envelopeText: sealed.text,
      removed,
    });
  } catch (error) {
    if (!isUncertain(error) || !(await didCommit({ ...options, operationId }))) throw error;
  }
}

/** An answer that leaves open whether the write happened. */
export function isUncertain(error: unknown): boolean {
  return (
    hasCode(error, 'UNREACHABLE') ||
    hasCode(error, 'UNEXPECTED_ANSWER') ||
    hasCode(error, 'SERVICE_UNAVAILABLE')
  );
}

/** After an uncertain write the vault and the receipt decide, never a second send (endpoint 7). */
async function didCommit(options: {
  client: VaultClient;
  token: string;
  sealed: SealedEnvelope;
  operationId: string;
}): Promise<boolean> {
  const { client, token, sealed } = options;
  try {
    const receipt = await client.receipt(token, options.operationId);
    return receipt.digest === sealed.digest && receipt.revision === sealed.envelope.revision;
  } catch (error) {
    if (!hasCode(error, 'OPERATION_UNKNOWN')) throw error;
  }
  const { envelope } = await client.vault(token);
  return JSON.stringify(envelope) === sealed.text;
}
