import { boundedText } from '../../../shared/bounded-text.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';

const TIMEOUT_MS = 20_000;
/** Far above any answer that the wallet or a page reads at once. */
const MAX_ANSWER_BYTES = 32_000_000;
/** What endpoints say instead of an answer when they are asked too often: another may answer. */
const TOO_MANY = /rate.?limit|too many requests|limit exceeded|exceeded .*(?:quota|capacity)/i;
const TOO_MANY_CODES: ReadonlySet<number> = new Set([-32005, -32097, 429]);
/** Longest text of a node that a page gets to see. */
const MAX_MESSAGE = 300;

/** One JSON-RPC call to the user's node; answers the raw result. */
export interface Rpc {
  request(method: string, params: unknown): Promise<unknown>;
}

/**
 * JSON-RPC over HTTP with fail-over: the next endpoint is asked when one does not answer, answers
 * something else than JSON-RPC, or has been asked too often. Any other error that the node itself
 * reports is final (`NodeError`).
 */
export function createRpc(deps: { fetch: Fetch; urls: () => readonly string[] }): Rpc {
  let count = 0;

  async function ask(url: string, id: number, method: string, params: unknown) {
    const response = await deps.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    });
    const answer = parseJson(await boundedText(response, MAX_ANSWER_BYTES));
    if (!isRecord(answer)) throw new TypeError('not a JSON-RPC answer');
    // Some nodes leave the id out of errors that come before the request was understood.
    if (answer.id !== id && !isRecord(answer.error)) throw new TypeError('the answer to another');
    if (isRecord(answer.error)) throw new NodeError(cleanError(answer.error));
    if (!('result' in answer)) throw new TypeError('not a JSON-RPC answer');
    return answer.result;
  }

  return {
    async request(method, params) {
      count += 1;
      const id = count;
      let failure: unknown;
      for (const url of deps.urls()) {
        try {
          return await ask(url, id, method, params);
        } catch (error) {
          if (error instanceof NodeError && !isTooMany(error)) throw error;
          failure = error;
        }
      }
      // Every endpoint is busy: the page hears so from the last one.
      if (failure instanceof NodeError) throw failure;
      throw new RpcError('chainUnreachable', undefined, failure);
    },
  };
}

function isTooMany({ body }: NodeError): boolean {
  return TOO_MANY_CODES.has(body.code) || TOO_MANY.test(body.message);
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
