import { i18n } from '#i18n';
import { CondorError } from '../../../shared/errors.ts';
import type { CeremonyFailure } from '../../../shared/messages/ceremony.ts';
import type { VaultCode } from '../../../shared/wire/vault.ts';

/** Failures between this device and the vault service. */
export type ServiceErrorCode =
  | VaultCode
  /** No answer: the write may or may not have happened. */
  | 'UNREACHABLE'
  /** An answer outside the interface: too large, redirected, of another form. */
  | 'UNEXPECTED_ANSWER'
  /** The challenge does not cover what we are about to sign. */
  | 'WRONG_CHALLENGE'
  | 'SERVER_CHANGED'
  /** The server answered about another account or passkey than the one that was used. */
  | 'WRONG_IDS'
  /** The receipt is for another envelope than the one that was sent. */
  | 'WRONG_RECEIPT'
  /** A commit was sent, and neither its receipt nor the vault shows whether it arrived. */
  | 'OUTCOME_UNKNOWN'
  /** The vault on the server changed after the user had seen it and consented to a merge. */
  | 'OFFER_CHANGED'
  /** This device already holds a vault. */
  | 'DEVICE_HAS_VAULT'
  | 'OTHER_VAULT';

export class ServiceError extends CondorError<ServiceErrorCode> {}

/** A passkey that opens some vault, but not the one on this device. */
export function otherVault(): ServiceError {
  return new ServiceError('OTHER_VAULT', i18n.t('vault.thisPasskeyBelongsToAnother'));
}

/** A passkey prompt that gave no usable credential. */
export class CeremonyError extends CondorError<CeremonyFailure | 'closed' | 'prf-differs'> {}
