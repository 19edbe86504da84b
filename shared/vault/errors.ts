import { CondorError } from '../errors.ts';
import type { ENVELOPE_CODES } from '../messages/failure-codes.ts';

/** Why an envelope wasn't opened; each check of vault rule 7 has its own code. */
export type VaultErrorCode = (typeof ENVELOPE_CODES)[number];

export class VaultError extends CondorError<VaultErrorCode> {}
