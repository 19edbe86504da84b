import { CondorError } from '../errors.ts';

/** Reasons why an envelope wasn't opened. Each check of vault rule 7 has its own code. */
export const ENVELOPE_CODES = [
  'WRONG_VERSION',
  'WRONG_ACCOUNT',
  'ROLLED_BACK',
  'FORKED',
  /** The newer snapshot may have been written with only a removed passkey (vault rule 16). */
  'UNVERIFIED',
  /**
   * This device's copy can't be compared with a newer snapshot, because the passkey doesn't open
   * the copy.
   */
  'UNCOMPARABLE',
  'NO_WRAP',
  'WRONG_KEY',
  'CORRUPT_PAYLOAD',
  /** This device's own copy can't be decrypted. */
  'DAMAGED_COPY',
  /** The text of a vault that is only on this device can't be opened. */
  'DAMAGED_DEVICE_VAULT',
  /**
   * The current vault's ciphertext is missing or unreadable, but the device has another ciphertext
   * that no record names.
   */
  'MISPLACED_DEVICE_VAULT',
  'PAYLOAD_MISMATCH',
  'KEYRING_MISMATCH',
  'INVALID_PAYLOAD',
  'TOO_LARGE',
] as const;

export type VaultErrorCode = (typeof ENVELOPE_CODES)[number];

export class VaultError extends CondorError<VaultErrorCode> {}

export const RECOVERY_CODES = [
  'not-a-recovery-file',
  'bad-code',
  'wrong-code',
  'recovered-wallet-differs',
] as const;
