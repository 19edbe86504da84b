import type { FastifyReply } from 'fastify';
import { hasCode } from '../../../shared/errors.ts';
import { StorageError } from '../../database/storage-error.ts';
import { STATUS_OF, VaultError } from '../errors.ts';
import type { VaultTenant } from '../tenant.ts';

const RETRY_SECONDS = 2;

/** Headers of every answer (global rule 6, design "Headers"). */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of one tenant's answers, made once. */
export interface AnswerHeaders {
  readonly all: Readonly<Record<string, string>>;
  /** Names and values in turn, as Node writes them, for success; the length is still missing. */
  readonly success: readonly string[];
}

/**
 * Headers that let scripts of the registered origin read the answer; any other origin gets the
 * common ones only.
 */
export function headersFor(tenant: VaultTenant): AnswerHeaders {
  const all = { ...COMMON_HEADERS, 'access-control-allow-origin': tenant.origin, vary: 'Origin' };
  return {
    all,
    success: [...Object.entries(all).flat(), 'content-type', JSON_TYPE, 'content-length'],
  };
}

/** The text of an answer that may be sent again, with its length in bytes. */
export interface JsonText {
  readonly text: string;
  readonly bytes: number;
}

/** Measures a text once, for an answer that is sent as it is. */
export function jsonText(text: string): JsonText {
  return { text, bytes: Buffer.byteLength(text) };
}

/**
 * Answers 200 past Fastify's own sending, whose header by header costs as much as the rest of a
 * read: nothing is left to do for it, and no host's hook may rewrite an envelope.
 */
export function sendSuccess(reply: FastifyReply, headers: AnswerHeaders, json: JsonText): void {
  reply.hijack();
  const { text, bytes } = json;
  // One byte for each character: then it is ASCII, and Node writes it without a buffer for three.
  const encoding = bytes === text.length ? 'latin1' : 'utf8';
  reply.raw.writeHead(200, [...headers.success, String(bytes)]).end(text, encoding);
}

/** Answers through Fastify: for whatever is no success of a route (`sendSuccess`). */
export function sendJson(reply: FastifyReply, status: number, text: string): void {
  reply.code(status).header('content-type', JSON_TYPE).send(text);
}

/** Answers with `{error: code}` and nothing else: no parser detail, no library's message. */
export function sendError(reply: FastifyReply, error: VaultError): void {
  const { code } = error;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  else if (code === 'SERVICE_UNAVAILABLE') reply.header('retry-after', String(RETRY_SECONDS));
  if (error.allow !== undefined) reply.header('allow', error.allow);
  // RFC 9110 section 11.6.1.
  if (STATUS_OF[code] === 401) reply.header('www-authenticate', 'Bearer');
  sendJson(reply, STATUS_OF[code], JSON.stringify({ error: code }));
}

/** The code of anything that was thrown: what nobody foresaw is SERVICE_UNAVAILABLE. */
export function toVaultError(error: unknown): VaultError {
  if (error instanceof VaultError) return error;
  if (error instanceof StorageError) {
    const code = error.code === 'STORAGE_CONFLICT' ? 'AUTH_RETRY' : 'SERVICE_UNAVAILABLE';
    return new VaultError(code, { cause: error });
  }
  if (hasCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE')) return new VaultError('BODY_TOO_LARGE');
  if (
    hasCode(error, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') ||
    hasCode(error, 'FST_ERR_BAD_URL') ||
    hasCode(error, 'FST_ERR_MAX_PARAM_LENGTH') ||
    hasCode(error, 'ECONNRESET')
  ) {
    return new VaultError('INVALID_REQUEST');
  }
  return new VaultError('SERVICE_UNAVAILABLE', { cause: error });
}

/**
 * What a log may hold of an error: names, codes and places. Messages of libraries and databases
 * may repeat what a client sent.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    at: frames.slice(0, 6).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
