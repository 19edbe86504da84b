import { boundedText } from '../../../shared/bounded-text.ts';
import { retryAfterMs } from '../../../shared/chain/retry-after.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { createBusyEndpoints } from './busy-endpoints.ts';
import { firstAnswer } from './first-answer.ts';

const TIMEOUT_MS = 20_000;
/** Far above any answer that the wallet or a page reads at once. */
const MAX_ANSWER_BYTES = 32_000_000;
/** What public nodes say when they don't serve a request that another node may serve. */
const BUSY =
  /rate.?limit|too many requests|limit exceeded|exceeded .*(?:quota|capacity)|no backend is currently healthy|free.?tier|specify an address in your request/i;
const BUSY_CODES: ReadonlySet<number> = new Set([-32005, -32011, -32016, -32097, 429]);
/** JSON-RPC code of a call that the contract reverted. */
const REVERTED = 3;
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** A read that takes longer is sent to a second endpoint as well. */
const SLOW_MS = 4_000;
/** Requests that change something at the node, or belong to the node that was asked before. */
const NOT_REPEATABLE = /^eth_(?:send|new|uninstall|getFilter)/;
/** Longest text of a node that a page gets to see. */
const MAX_MESSAGE = 300;

/** One JSON-RPC call to the user's node; answers the raw result. */
export interface Rpc {
  request(method: string, params: unknown): Promise<unknown>;
}

/** The endpoint answered that it won't serve the request now. */
class BusyError extends Error {}

/**
 * JSON-RPC over HTTP with fail-over: the next endpoint is asked when one doesn't respond, responds
 * with anything but JSON-RPC, or is busy. A busy one rests for a while. Reads stay with one endpoint
 * while it is well, because two nodes are rarely at the same block; a slow read is sent to the next
 * one as well. Any other error of the node is final (`NodeError`).
 */
export function createRpc(deps: {
  fetch: Fetch;
  urls: () => readonly string[];
  /** Without it, endpoints never rest and slow reads aren't repeated. */
  pace?: { readonly clock: Clock; readonly wait: Wait };
}): Rpc {
  const { pace } = deps;
  const busy = pace === undefined ? undefined : createBusyEndpoints(pace.clock);
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
    const isRefused = BUSY_STATUSES.has(response.status);
    if (isRefused)
      busy?.rest(url, retryAfterMs(response.headers.get('retry-after'), pace?.clock.now()));
    const answer = parseJson(await boundedText(response, MAX_ANSWER_BYTES));
    if (!isRecord(answer)) throw isRefused ? new BusyError() : new TypeError('not JSON-RPC');
    // Some nodes leave the id out of errors that come before the request was understood.
    if (answer.id !== id && !isRecord(answer.error)) throw new TypeError('the answer to another');
    if (isRecord(answer.error)) {
      const error = new NodeError(cleanError(answer.error));
      if (!isRefused && isBusy(error)) busy?.rest(url, undefined);
      throw isRefused && !isBusy(error) ? new BusyError() : error;
    }
    if (!('result' in answer)) throw new TypeError('not a JSON-RPC answer');
    busy?.wellAgain(url);
    return answer.result;
  }

  return {
    async request(method, params) {
      count += 1;
      const id = count;
      const urls = busy?.inOrder(deps.urls()) ?? deps.urls();
      const isRepeatable = pace !== undefined && !NOT_REPEATABLE.test(method);
      try {
        return await firstAnswer(
          urls.map((url) => () => ask(url, id, method, params)),
          {
            isFinal: (error) => error instanceof NodeError && !isBusy(error),
            ...(isRepeatable ? { later: () => pace.wait(SLOW_MS) } : {}),
          },
        );
      } catch (error) {
        // That every endpoint is busy says nothing about what was asked.
        if (error instanceof NodeError && !isBusy(error)) throw error;
        throw new RpcError('chainUnreachable', undefined, error);
      }
    },
  };
}

/** A revert is the contract's own text, so its words say nothing about the node. */
function isBusy({ body }: NodeError): boolean {
  if (body.code === REVERTED || body.data !== undefined) return false;
  return BUSY_CODES.has(body.code) || (BUSY.test(body.message) && !/revert/i.test(body.message));
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
