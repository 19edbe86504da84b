import { CondorError } from '../../shared/errors.ts';
import type { VaultCode } from '../../shared/wire/vault-codes.ts';

/** The HTTP status of each code (design/vault-service.md, "Codes, statuses, conditions"). */
export const STATUS_OF: Readonly<Record<VaultCode, number>> = {
  ORIGIN_DENIED: 403,
  PREFLIGHT_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  QUERY_NOT_SUPPORTED: 400,
  JSON_REQUIRED: 415,
  BODY_TOO_LARGE: 413,
  INVALID_REQUEST: 400,
  AUTH_REQUIRED: 401,
  SESSION_EXPIRED: 401,
  AUTH_FAILED: 401,
  CHALLENGE_EXPIRED: 400,
  CHALLENGE_MISMATCH: 400,
  TENANT_MISMATCH: 403,
  ENROLLMENT_DISABLED: 403,
  PASSKEY_LIMIT: 409,
  CREDENTIAL_EXISTS: 409,
  VAULT_PENDING: 409,
  FINISH_REGISTRATION: 409,
  UNKNOWN_PASSKEY: 403,
  SIGNING_PASSKEY_MISSING: 409,
  KEEP_EXISTING_PASSKEYS: 409,
  DIGEST_MISMATCH: 400,
  REVISION_CONFLICT: 409,
  OPERATION_EXISTS: 409,
  OPERATION_UNKNOWN: 404,
  AUTH_RETRY: 409,
  TRY_LATER: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** An error of the vault service. Clients receive only its code. */
export class VaultServiceError extends CondorError<VaultCode> {
  /** Whole seconds, for `TRY_LATER` and `SERVICE_UNAVAILABLE`. */
  readonly retryAfter: number | undefined;
  /** Allowed methods of the path, for `METHOD_NOT_ALLOWED`. */
  readonly allow: string | undefined;

  constructor(
    code: VaultCode,
    options: { cause?: unknown; retryAfter?: number; allow?: string } = {},
  ) {
    super(code, code, options);
    this.name = 'VaultServiceError';
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
  }
}
