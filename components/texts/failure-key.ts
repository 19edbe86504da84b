import type { PlainCode } from '../../shared/messages/failures.ts';
import type { TicketCode } from '../../shared/orders/ticket-failures.ts';
import type { RpcFailure } from '../../shared/rpc/codes.ts';
import { codeKey } from './code-key.ts';

/** Failures without details that have a text of their own. */
type FailureCode = Exclude<PlainCode, TicketCode> | RpcFailure;

/** Failures that share the text of another failure. */
const SHARED = {
  AUTH_REQUIRED: 'SESSION_EXPIRED',
  BODY_TOO_LARGE: 'serverRefused',
  CHALLENGE_MISMATCH: 'serverRefused',
  DIGEST_MISMATCH: 'serverRefused',
  INVALID_REQUEST: 'serverRefused',
  JSON_REQUIRED: 'serverRefused',
  METHOD_NOT_ALLOWED: 'serverRefused',
  NOT_FOUND: 'serverRefused',
  OPERATION_EXISTS: 'serverRefused',
  OPERATION_UNKNOWN: 'serverRefused',
  PREFLIGHT_DENIED: 'serverRefused',
  QUERY_NOT_SUPPORTED: 'serverRefused',
  unauthorized: 'unknownAccount',
  unknownChain: 'unknownNetwork',
  unsupportedChain: 'unknownNetwork',
  disconnected: 'unexpected',
  unsupportedCapability: 'unexpected',
  duplicateBundle: 'unexpected',
  unknownBundle: 'unexpected',
  bundleTooLarge: 'unexpected',
  atomicityUnsupported: 'unexpected',
  invalidRequest: 'unexpected',
  methodNotFound: 'unexpected',
  invalidParams: 'unexpected',
  internal: 'unexpected',
  upgradeRejected: 'rejected',
} as const satisfies Partial<Record<FailureCode, string>>;

type SharedCode = keyof typeof SHARED;

const isShared = (code: FailureCode): code is SharedCode => Object.hasOwn(SHARED, code);

/** Returns the key of the text for a failure without details. */
export function failureKey(code: FailureCode) {
  return isShared(code)
    ? (`failures.${SHARED[code]}` as const)
    : (`failures.${codeKey(code)}` as const);
}
