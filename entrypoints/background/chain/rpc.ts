import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { askEndpoint, BusyError } from './ask-endpoint.ts';
import { createBusyEndpoints } from './busy-endpoints.ts';
import { firstAnswer } from './first-answer.ts';

/** Messages of public nodes that refuse a request which another node may serve. */
const BUSY =
  /rate.?limit|too many requests|limit exceeded|exceeded .*(?:quota|capacity)|no backend is currently healthy|free.?tier|specify an address in your request/i;
const BUSY_CODES: ReadonlySet<number> = new Set([-32005, -32011, -32016, -32097, 429]);
const NO_BACKEND = -32011;
const OVER_RATE = /rate.?limit|too many requests/i;
/** JSON-RPC code of a reverted call. */
const REVERTED = 3;
/** Milliseconds after which a read is also sent to a second endpoint. */
const SLOW_MS = 4_000;
/** Methods that change the node's state, or belong to the node of an earlier request. */
const NOT_REPEATABLE = /^eth_(?:send|new|uninstall|getFilter)/;
/** Longest wait of a read for endpoints that limit the rate or fail, in milliseconds. */
const LONGEST_BACK_OFF_MS = { rate: 12_000, failure: 5_000 } as const;

/** Sends one JSON-RPC request to the user's node and returns the raw result. */
export interface Rpc {
  request(method: string, params: unknown): Promise<unknown>;
}

/**
 * JSON-RPC over HTTP with fail-over: asks the next endpoint when one doesn't respond, responds with
 * anything but JSON-RPC, or is busy. A busy one pauses for a while. Reads stay with one healthy
 * endpoint, because two nodes are rarely at the same block. A slow read is also sent to the next
 * endpoint. When every endpoint limits the rate, reads wait for their turn. Any other error of the
 * node is final (`NodeError`).
 */
export function createRpc(deps: {
  fetch: Fetch;
  urls: () => readonly string[];
  /** Without it, endpoints never pause and slow reads aren't repeated. */
  pace?: { readonly clock: Clock; readonly wait: Wait };
}): Rpc {
  const { pace } = deps;
  const busy = pace === undefined ? undefined : createBusyEndpoints(pace.clock);
  let count = 0;

  async function ask(url: string, id: number, method: string, params: unknown) {
    try {
      const result = await askEndpoint(deps, url, { id, method, params });
      busy?.wellAgain(url);
      return result;
    } catch (error) {
      if (error instanceof BusyError) {
        busy?.rest(url, error.retryAfterMs);
        throw error.error !== undefined && isBusy(error.error) ? error.error : error;
      }
      if (error instanceof NodeError && isBusy(error)) busy?.rest(url, undefined);
      throw error;
    }
  }

  function askInTurn(id: number, method: string, params: unknown) {
    const urls = busy?.inOrder(deps.urls()) ?? deps.urls();
    const isRepeatable = pace !== undefined && !NOT_REPEATABLE.test(method);
    return firstAnswer(
      urls.map((url) => () => ask(url, id, method, params)),
      {
        isFinal: (error) => error instanceof NodeError && !isBusy(error),
        ...(isRepeatable ? { later: () => pace.wait(SLOW_MS) } : {}),
      },
    );
  }

  return {
    async request(method, params) {
      count += 1;
      const id = count;
      const isRepeatable = busy !== undefined && !NOT_REPEATABLE.test(method);
      let waited = 0;
      for (;;) {
        try {
          return await askInTurn(id, method, params);
        } catch (error) {
          // Busy endpoints reveal nothing about the request.
          if (error instanceof NodeError && !isBusy(error)) throw error;
          const cause = isRepeatable ? passingCauseOf(error) : undefined;
          const turn =
            cause === undefined
              ? undefined
              : busy?.turn(deps.urls(), LONGEST_BACK_OFF_MS[cause] - waited);
          if (pace === undefined || turn === undefined)
            throw new RpcError('chainUnreachable', undefined, error);
          waited += turn;
          await pace.wait(turn);
        }
      }
    },
  };
}

/** Returns why the same request is likely to succeed a little later; undefined when it isn't. */
function passingCauseOf(error: unknown): keyof typeof LONGEST_BACK_OFF_MS | undefined {
  if (error instanceof BusyError) return error.status === 429 ? 'rate' : 'failure';
  if (!(error instanceof NodeError) || !isBusy(error)) return undefined;
  if (OVER_RATE.test(error.body.message)) return 'rate';
  return error.body.code === NO_BACKEND ? 'failure' : undefined;
}

/** A revert carries the contract's own message, which can't classify the node. */
function isBusy({ body }: NodeError): boolean {
  if (body.code === REVERTED || body.data !== undefined) return false;
  return BUSY_CODES.has(body.code) || (BUSY.test(body.message) && !/revert/i.test(body.message));
}
