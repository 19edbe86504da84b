import { boundedText } from '../bounded-text.ts';
import { isRecord } from '../is-record.ts';
import { parseJson } from '../parse.ts';
import type { Fetch } from '../ports.ts';
import { retryAfterMs } from './retry-after.ts';

export interface JsonRpcEndpoint {
  readonly url: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly redirect?: 'error' | 'follow';
}

export interface JsonRpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

interface JsonRpcAnswer {
  readonly status: number;
  /** Milliseconds that the endpoint asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** The members of the response; undefined when it isn't a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Sends one request to a JSON-RPC endpoint, without cookies.
 * @throws BodyTooLarge, and errors of the connection
 */
export async function postJsonRpc(
  { url, fetch, timeoutMs, maxBytes, redirect = 'follow' }: JsonRpcEndpoint,
  request: JsonRpcRequest,
): Promise<JsonRpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...request }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect,
    credentials: 'omit',
    cache: 'no-store',
  });
  const body = parseJson(await boundedText(response, maxBytes));
  return {
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    body: isRecord(body) ? body : undefined,
  };
}
