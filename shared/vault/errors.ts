import { CondorError } from '../errors.ts';

/** Why an envelope wasn't opened. Each check of vault rule 7 has a separate code. */
export const ENVELOPE_CODES = [
  'WRONG_VERSION',
  'WRONG_ACCOUNT',
  'ROLLED_BACK',
  'FORKED',
  /** The writer of a newer snapshot may have a removed passkey only (vault rule 16). */
  'UNVERIFIED',
  /** A newer snapshot can't be compared with this device's copy, which the passkey doesn't open. */
  'UNCOMPARABLE',
  'NO_WRAP',
  'WRONG_KEY',
  'CORRUPT_PAYLOAD',
  /** This device's own copy can't be decrypted any more. */
  'DAMAGED_COPY',
  /** The text of a vault that lives on this device alone doesn't open any more. */
  'DAMAGED_DEVICE_VAULT',
  /** The present vault's text is missing or doesn't open, and a text without a record is stored. */
  'MISPLACED_DEVICE_VAULT',
  'PAYLOAD_MISMATCH',
  'KEYRING_MISMATCH',
  'INVALID_PAYLOAD',
  'TOO_LARGE',
] as const;

export type VaultErrorCode = (typeof ENVELOPE_CODES)[number];

export class VaultError extends CondorError<VaultErrorCode> {}

/** Why a recovery file wasn't opened. */
export const RECOVERY_CODES = [
  'not-a-recovery-file',
  'bad-code',
  'wrong-code',
  'recovered-wallet-differs',
] as const;
