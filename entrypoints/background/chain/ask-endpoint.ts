import { type JsonRpcRequest, postJsonRpc } from '../../../shared/chain/json-rpc.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';

const TIMEOUT_MS = 20_000;
/** Bytes; far above any answer that the wallet or a page needs. */
const MAX_ANSWER_BYTES = 32_000_000;
/** HTTP statuses after which another endpoint, or a later attempt, can succeed. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Maximum characters of a node's message that a page can see. */
const MAX_MESSAGE = 300;

/** Thrown for a status in `BUSY_STATUSES`. */
export class BusyError extends Error {
  readonly status: number;
  /** Milliseconds for which the endpoint asks the wallet to wait. */
  readonly retryAfterMs: number | undefined;
  readonly error: NodeError | undefined;

  constructor(status: number, wait: number | undefined, error: NodeError | undefined) {
    super('the endpoint is busy');
    this.status = status;
    this.retryAfterMs = wait;
    this.error = error;
  }
}

/**
 * Sends one JSON-RPC request to one endpoint and returns the raw result.
 * @throws NodeError for a JSON-RPC error, BusyError for a status in `BUSY_STATUSES`, any other
 * error when the endpoint doesn't respond or its response isn't JSON-RPC
 */
export async function askEndpoint(
  { fetch, timeoutMs = TIMEOUT_MS }: { readonly fetch: Fetch; readonly timeoutMs?: number },
  url: string,
  request: JsonRpcRequest,
): Promise<unknown> {
  const endpoint = { url, fetch, timeoutMs, maxBytes: MAX_ANSWER_BYTES };
  const { status, retryAfterMs, body } = await postJsonRpc(endpoint, request);
  const error = isRecord(body?.error) ? new NodeError(cleanError(body.error)) : undefined;
  if (BUSY_STATUSES.has(status)) throw new BusyError(status, retryAfterMs, error);
  // Some nodes omit the id when they couldn't parse the request.
  if (error !== undefined) throw error;
  if (body === undefined) throw new TypeError('not JSON-RPC');
  if (body.id !== request.id) throw new TypeError('the answer to another request');
  if (!('result' in body)) throw new TypeError('not a JSON-RPC answer');
  return body.result;
}

/** Returns a node's error without URLs of nodes and with a shortened message. */
function cleanError(error: Record<string, unknown>) {
  const code = typeof error.code === 'number' ? error.code : -32000;
  const text = typeof error.message === 'string' ? error.message : 'The node reported an error.';
  const message = text.replace(/\b(?:https?|wss?):\/\/\S+/g, '…').slice(0, MAX_MESSAGE);
  return typeof error.data === 'string' && /^0x[0-9a-fA-F]*$/.test(error.data)
    ? { code, message, data: error.data }
    : { code, message };
}
