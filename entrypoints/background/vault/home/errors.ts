import { CondorError } from '../../../../shared/errors.ts';
import type {
  CEREMONY_CODES,
  LOCK_CODES,
  SERVICE_CODES,
} from '../../../../shared/messages/failure-codes.ts';

export type ServiceErrorCode = (typeof SERVICE_CODES)[number];

export class ServiceError extends CondorError<ServiceErrorCode> {
  constructor(code: ServiceErrorCode, options: ConstructorParameters<typeof CondorError>[2] = {}) {
    super(code, code, options);
  }
}

/** Returns the error for a passkey that opens a different vault than this device's vault. */
export function otherVault(): ServiceError {
  return new ServiceError('OTHER_VAULT');
}

/** Thrown when a passkey prompt returned no usable credential. */
export class CeremonyError extends CondorError<(typeof CEREMONY_CODES)[number]> {}

export class LockedError extends CondorError<(typeof LOCK_CODES)[number]> {}
