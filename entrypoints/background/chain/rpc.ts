import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';

const TIMEOUT_MS = 20_000;
/** Longest text of a node that a page gets to see. */
const MAX_MESSAGE = 300;

/** One JSON-RPC call to the user's node; answers the raw result. */
export interface Rpc {
  request(method: string, params: unknown): Promise<unknown>;
}

/**
 * JSON-RPC over HTTP with fail-over: the next endpoint is asked when one does not answer or answers
 * something else than JSON-RPC. An error that the node itself reports is final (`NodeError`).
 */
export function createRpc(deps: { fetch: Fetch; urls: () => readonly string[] }): Rpc {
  let count = 0;

  async function ask(url: string, method: string, params: unknown): Promise<unknown> {
    count += 1;
    const response = await deps.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: count, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    });
    const answer = parseJson(await response.text());
    if (!isRecord(answer)) throw new TypeError('not a JSON-RPC answer');
    if (isRecord(answer.error)) throw new NodeError(cleanError(answer.error));
    if (!('result' in answer)) throw new TypeError('not a JSON-RPC answer');
    return answer.result;
  }

  return {
    async request(method, params) {
      let failure: unknown;
      for (const url of deps.urls()) {
        try {
          return await ask(url, method, params);
        } catch (error) {
          if (error instanceof NodeError) throw error;
          failure = error;
        }
      }
      throw new RpcError('chainUnreachable', undefined, failure);
    },
  };
}

/** Node errors are passed through without addresses of nodes and cut to a sentence's length. */
function cleanError(error: Record<string, unknown>) {
  const code = typeof error.code === 'number' ? error.code : -32000;
  const text = typeof error.message === 'string' ? error.message : 'The node reported an error.';
  const message = text.replace(/\b(?:https?|wss?):\/\/\S+/g, '…').slice(0, MAX_MESSAGE);
  return typeof error.data === 'string' && /^0x[0-9a-fA-F]*$/.test(error.data)
    ? { code, message, data: error.data }
    : { code, message };
}
