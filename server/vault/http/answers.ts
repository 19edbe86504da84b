import type { FastifyReply } from 'fastify';
import { hasCode } from '../../../shared/errors.ts';
import { StorageError } from '../../database/storage-error.ts';
import { STATUS_OF, VaultServiceError } from '../errors.ts';
import type { VaultTenant } from '../tenant.ts';

const RETRY_SECONDS = 2;

/**
 * Headers of every response (spec/vault-service.md, global rule 6; design/vault-service.md,
 * "Headers").
 */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the headers that let scripts of the registered origin read the response. */
export function headersFor({ origin }: VaultTenant): Readonly<Record<string, string>> {
  return { ...COMMON_HEADERS, 'access-control-allow-origin': origin, vary: 'Origin' };
}

/** Sends JSON text unchanged, because a client must receive an envelope byte for byte. */
export function sendJson(reply: FastifyReply, status: number, text: string): void {
  reply.code(status).header('content-type', JSON_TYPE).send(text);
}

/** Responds with `{error: code}`, without details of parsers or libraries. */
export function sendError(reply: FastifyReply, error: VaultServiceError): void {
  const { code } = error;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  else if (code === 'SERVICE_UNAVAILABLE') reply.header('retry-after', String(RETRY_SECONDS));
  if (error.allow !== undefined) reply.header('allow', error.allow);
  // RFC 9110 section 11.6.1.
  if (STATUS_OF[code] === 401) reply.header('www-authenticate', 'Bearer');
  sendJson(reply, STATUS_OF[code], JSON.stringify({ error: code }));
}

/** Returns the vault error for any error; SERVICE_UNAVAILABLE for an unexpected error. */
export function toVaultError(error: unknown): VaultServiceError {
  if (error instanceof VaultServiceError) return error;
  if (error instanceof StorageError) {
    const code = error.code === 'storage-conflict' ? 'AUTH_RETRY' : 'SERVICE_UNAVAILABLE';
    return new VaultServiceError(code, { cause: error });
  }
  if (hasCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE')) return new VaultServiceError('BODY_TOO_LARGE');
  if (
    hasCode(error, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') ||
    hasCode(error, 'FST_ERR_BAD_URL') ||
    hasCode(error, 'FST_ERR_MAX_PARAM_LENGTH') ||
    hasCode(error, 'ECONNRESET')
  ) {
    return new VaultServiceError('INVALID_REQUEST');
  }
  return new VaultServiceError('SERVICE_UNAVAILABLE', { cause: error });
}

/** Errors of storage that the code alone explains. */
const EXPECTED = ['storage-busy', 'storage-conflict', 'storage-unknown'] as const;

/**
 * Returns the parts of an error that can be logged: names, codes and locations. Messages are left
 * out, because messages of libraries and databases may repeat client input. Errors of a busy
 * database have no locations, because their code is the reason.
 */
export function describeError(error: unknown): Record<string, unknown> {
  return describe(error, !EXPECTED.some((code) => hasCode(error, code)));
}

function describe(error: unknown, isLocated: boolean): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // Only the innermost error's location is logged, because it shows the cause.
  const isInnermost = error.cause === undefined;
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(isLocated && isInnermost && { at: frames.slice(0, 6).map((line) => line.trim()) }),
    ...(isInnermost ? {} : { cause: describe(error.cause, isLocated) }),
  };
}
