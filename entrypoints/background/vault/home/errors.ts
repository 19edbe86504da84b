import { CondorError } from '../../../../shared/errors.ts';
import type {
  CEREMONY_CODES,
  LOCK_CODES,
  SERVICE_CODES,
} from '../../../../shared/messages/failure-codes.ts';

/** Failures between this device and the vault service. */
export type ServiceErrorCode = (typeof SERVICE_CODES)[number];

export class ServiceError extends CondorError<ServiceErrorCode> {}

/** A passkey that opens some vault, but not the one on this device. */
export function otherVault(): ServiceError {
  return new ServiceError('OTHER_VAULT', 'The passkey belongs to another vault.');
}

/** A passkey prompt that gave no usable credential. */
export class CeremonyError extends CondorError<(typeof CEREMONY_CODES)[number]> {}

export class LockedError extends CondorError<(typeof LOCK_CODES)[number]> {}
