import { equalBytes, toBase64url, wipe } from '../../../../shared/bytes.ts';
import { CondorError, hasCode } from '../../../../shared/errors.ts';
import type { PromptPurpose } from '../../../../shared/messages/ceremony.ts';
import type { Random } from '../../../../shared/ports.ts';
import {
  envelopeDigest,
  type SealedEnvelope,
  sealEnvelope,
} from '../../../../shared/vault/envelope.ts';
import { changeChallenge } from '../../../../shared/vault/mutation-challenge.ts';
import type { VaultPayload } from '../../../../shared/vault/payload.ts';
import type { Aead } from '../../../../shared/vault/payload-cipher.ts';
import type {
  AssertionCredential,
  Envelope,
  OperationReceipt,
  Tenant,
} from '../../../../shared/wire/vault.ts';
import { otherVault, ServiceError } from '../home/errors.ts';
import type { VaultHome } from '../home/home.ts';
import type { Tokens } from '../open/tokens.ts';
import { type Ceremony, unlockKeyOf } from '../passkeys/ceremonies.ts';
import type { Commit } from '../record/keys.ts';
import { type PasskeysOfChange, withoutReturning } from './removed-passkeys.ts';
import type { ChangeOutcome, ChangeStages } from './stages.ts';

/** Maximum rounds of read, apply and commit, if another device commits first (vault rule 9). */
const MAX_ROUNDS = 3;

/** A change of a vault. It is applied to the newest revision of the vault's home. */
export interface Change {
  readonly purpose: PromptPurpose;
  /** Returns the next revision without the passkeys `leftOut`. It contains secrets to be sealed. */
  readonly edits: (leftOut: readonly string[]) => VaultPayload;
  /** True if the change adds something. An addition must leave the vault's reserve free. */
  readonly isAddition?: boolean;
  readonly wraps?: {
    /** Passkeys that the next revision leaves out; the signature covers them. */
    readonly removed?: readonly string[];
    /** Formerly removed passkeys that the next revision would admit again (vault rule 17). */
    readonly returning?: readonly string[];
    /**
     * Secret key from which a new passkey's wrap was created. The prompt must reproduce this key.
     */
    readonly tested?: Uint8Array;
  };
  /** The passkeys of `returning` that the user has agreed to admit. */
  readonly consent?: { readonly readmitted: readonly string[] };
}

/** The home of the changed vault, with a session of its account and the window for the prompt. */
export interface ChangedHome {
  readonly client: VaultHome;
  readonly token: string;
  readonly tenant: Tenant;
  readonly ceremony: Ceremony;
  readonly aead: Aead;
  readonly random: Random;
  /** Records the commit; `undefined` for a vault that isn't on this device yet. */
  readonly stages: ChangeStages | undefined;
  readonly onSend?: () => void;
}

/**
 * Thrown when the assertion's PRF value differs from the value from which the wrap was created
 * (vault rule 8).
 */
export class UntestedWrapError extends CondorError<'untestedWrap'> {
  /** The unlock key that the assertion returned. The code that catches the error wipes the key. */
  readonly unlockKey: Uint8Array<ArrayBuffer>;

  constructor(unlockKey: Uint8Array<ArrayBuffer>) {
    super('untestedWrap');
    this.unlockKey = unlockKey;
  }
}

/**
 * Commits a change (vault rule 9): seals the next revision, signs it with one assertion over the
 * recomputed challenge, sends the commit once, and compares the receipt. Returns the stored
 * snapshot.
 * @throws ServiceError OUTCOME_UNKNOWN when neither receipt nor vault shows whether the commit
 * arrived, FORMER_SAVE_UNKNOWN until the previous change is resolved, and REMOVAL_REFUSED
 * @throws UntestedWrapError before anything is sent
 */
export async function change(home: ChangedHome, wanted: Change): Promise<SealedEnvelope> {
  const { removed = [], returning = [] } = wanted.wraps ?? {};
  const { readmitted = [] } = wanted.consent ?? {};
  await resolveFormer(home);
  return withoutReturning({ removed, returning, readmitted }, async (passkeys) => {
    try {
      return await changeOnce(home, wanted, passkeys);
    } catch (error) {
      if (hasCode(error, 'OUTCOME_UNKNOWN')) home.stages?.leaveUnknown();
      else await home.stages?.end();
      throw error;
    }
  });
}

/**
 * Repeats `round` with the newest vault if another device was faster, the session has ended, or a
 * correct assertion lost a race.
 */
export async function inRounds(
  tokens: Pick<Tokens, 'isOver'>,
  round: () => Promise<void>,
): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      await round();
      return;
    } catch (error) {
      const isWorthAnother =
        tokens.isOver(error) || hasCode(error, 'REVISION_CONFLICT') || hasCode(error, 'AUTH_RETRY');
      if (!isWorthAnother || count === MAX_ROUNDS) throw error;
    }
  }
}

/** Throws WRONG_RECEIPT unless the home returns the committed vault. */
export async function ensureStored(
  home: Pick<VaultHome, 'vault'>,
  token: string,
  text: string,
): Promise<void> {
  const { envelope } = await home.vault(token);
  if (JSON.stringify(envelope) === text) return;
  throw new ServiceError('WRONG_RECEIPT');
}

/** Resolves the previous change. Throws FORMER_SAVE_UNKNOWN if its outcome stays unknown. */
async function resolveFormer(home: ChangedHome): Promise<void> {
  const commit = home.stages?.unknown();
  if (commit === undefined) return;
  const outcome = await readOutcome(home, commit);
  if (outcome === 'unknown') {
    throw new ServiceError('FORMER_SAVE_UNKNOWN');
  }
  await home.stages?.resolve(commit, outcome);
}

async function changeOnce(
  home: ChangedHome,
  wanted: Change,
  { leftOut, removed }: PasskeysOfChange,
): Promise<SealedEnvelope> {
  const { stages, tenant, aead, random } = home;
  const { purpose, isAddition = false } = wanted;
  const payload = wanted.edits(leftOut);
  const sealed = await sealEnvelope({ payload, rpId: tenant.rpId, aead, random, isAddition });
  const { digest } = sealed;
  const { revision } = sealed.envelope;
  const operationId = toBase64url(random.bytes(32));
  const signed = await sign(home, wanted, { sealed, operationId, removed });
  const commit = { purpose, revision, digest, operationId };
  home.ceremony.working('saving');
  home.onSend?.();
  await stages?.send(commit);
  await send(home, commit, { ...signed, envelopeText: sealed.text, removed });
  await stages?.end();
  return sealed;
}

/** Requests one assertion over revision, digest, operation and removed passkeys. */
async function sign(
  { client, token, tenant, ceremony }: ChangedHome,
  { purpose, wraps }: Change,
  change: { sealed: SealedEnvelope; operationId: string; removed: readonly string[] },
): Promise<{ challengeId: string; credential: AssertionCredential }> {
  const { sealed, operationId, removed } = change;
  const { accountId, revision } = sealed.envelope;
  const mutation = { revision: revision - 1, digest: sealed.digest, operationId };
  const { challengeId, options } =
    removed.length === 0
      ? await client.mutationOptions(token, mutation)
      : await client.removalOptions(token, { ...mutation, credentialIds: [...removed] });
  const challenge = changeChallenge({
    ...mutation,
    tenantId: tenant.id,
    accountId,
    challengeId,
    removed,
  });
  if (challenge !== options.challenge || options.rpId !== tenant.rpId) {
    throw new ServiceError('WRONG_CHALLENGE');
  }
  const tested = wraps?.tested;
  const key = tested === undefined ? 'none' : 'secret';
  const asserted = await ceremony.get({ purpose, key, options, accountId });
  ensureOwnPasskey(asserted.credential, sealed.envelope);
  if (tested !== undefined) {
    const unlockKey = unlockKeyOf(asserted);
    if (!equalBytes(unlockKey, tested)) throw new UntestedWrapError(unlockKey);
    wipe(unlockKey);
  }
  return { challengeId, credential: asserted.credential };
}

/** Sends a commit only once. If the answer is lost, receipt and vault show the outcome. */
async function send(
  { client, token }: ChangedHome,
  commit: Commit,
  mutation: Parameters<VaultHome['commit']>[1],
): Promise<void> {
  try {
    const receipt = await client.commit(token, mutation);
    if (!isReceiptFor(receipt, commit)) {
      throw new ServiceError('WRONG_RECEIPT');
    }
  } catch (error) {
    if (!isUncertain(error)) throw error;
    const outcome = await readOutcome({ client, token }, commit);
    if (outcome === 'committed') return;
    if (outcome === 'unknown') {
      throw new ServiceError('OUTCOME_UNKNOWN', { cause: error });
    }
    const details = { ...error.details, phase: outcome };
    throw new ServiceError(error.code, { cause: error, details });
  }
}

/** Returns the outcome of an uncertain commit, from the receipt and the vault. */
export async function readOutcome(
  { client, token }: { client: Pick<VaultHome, 'receipt' | 'vault'>; token: string },
  commit: Commit,
): Promise<ChangeOutcome | 'unknown'> {
  const receipt = await client.receipt(token, commit.operationId).then(
    (found) => (isReceiptFor(found, commit) ? 'ours' : 'unread'),
    (error: unknown) => (hasCode(error, 'OPERATION_UNKNOWN') ? 'none' : 'unread'),
  );
  let stored: Envelope;
  try {
    stored = (await client.vault(token)).envelope;
  } catch {
    return receipt === 'ours' ? 'committed' : 'unknown';
  }
  if (envelopeDigest(JSON.stringify(stored)) === commit.digest) return 'committed';
  if (stored.revision > commit.revision) {
    return receipt === 'ours' ? 'committed' : receipt === 'none' ? 'lost' : 'unknown';
  }
  // A receipt contradicts a vault that lacks its revision.
  if (receipt === 'ours') return 'unknown';
  return stored.revision === commit.revision ? 'lost' : 'missing';
}

function isReceiptFor(receipt: OperationReceipt, { digest, revision }: Commit): boolean {
  return receipt.digest === digest && receipt.revision === revision;
}

/**
 * Throws OTHER_VAULT if the envelope has no wrap for the passkey that signed, or if it belongs to
 * another account.
 */
function ensureOwnPasskey(credential: AssertionCredential, envelope: Envelope): void {
  const { userHandle } = credential.response;
  const isOwner = userHandle === null || userHandle === envelope.accountId;
  const hasWrap = envelope.wraps.some(({ credentialId }) => credentialId === credential.id);
  if (!isOwner || !hasWrap) throw otherVault();
}

/** Errors of a commit after which it isn't known whether the commit was stored. */
const UNCERTAIN: readonly ServiceError['code'][] = [
  'UNREACHABLE',
  'UNEXPECTED_ANSWER',
  'SERVICE_UNAVAILABLE',
  'WRONG_RECEIPT',
];

function isUncertain(error: unknown): error is ServiceError {
  return error instanceof ServiceError && UNCERTAIN.includes(error.code);
}
