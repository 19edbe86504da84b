import { CondorError } from '../errors.ts';

/** Why an envelope was not opened; each check of vault rule 7 has its own code. */
export type VaultErrorCode =
  | 'WRONG_VERSION'
  | 'WRONG_ACCOUNT'
  | 'ROLLED_BACK'
  | 'FORKED'
  /** A newer snapshot can't be compared with this device's copy, which the passkey doesn't open. */
  | 'UNCOMPARABLE'
  | 'NO_WRAP'
  | 'WRONG_KEY'
  | 'CORRUPT_PAYLOAD'
  /** What this device itself stored doesn't open any more. */
  | 'DAMAGED_COPY'
  | 'PAYLOAD_MISMATCH'
  | 'KEYRING_MISMATCH'
  | 'INVALID_PAYLOAD'
  | 'TOO_LARGE';

export class VaultError extends CondorError<VaultErrorCode> {}
