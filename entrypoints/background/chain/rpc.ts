import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { askEndpoint, BusyError } from './ask-endpoint.ts';
import { createBusyEndpoints } from './busy-endpoints.ts';
import { firstAnswer } from './first-answer.ts';
import { isBusy, isChainAnswer, passingCauseOf } from './node-answers.ts';

/** Milliseconds after which a read is also sent to a second endpoint. */
const SLOW_MS = 4_000;
/** Methods that change the node's state, or belong to the node of an earlier request. */
const NOT_REPEATABLE = /^eth_(?:send|new|uninstall|getFilter)/;
/** Longest wait of a read for endpoints that limit the rate or fail, in milliseconds. */
const MAX_BACK_OFF_MS = { rate: 12_000, failure: 5_000 } as const;

/** Sends one JSON-RPC request to the user's node and returns the raw result. */
export interface Rpc {
  request(method: string, params: unknown): Promise<unknown>;
}

/**
 * JSON-RPC over HTTP with fail-over: asks the next endpoint when one doesn't respond, responds with
 * anything but JSON-RPC, is busy, or can't serve the request. A busy one pauses for a while. Reads stay with one healthy
 * endpoint, because two nodes are rarely at the same block. A slow read is also sent to the next
 * endpoint. When every endpoint limits the rate, reads wait for their turn. The chain's
 * own answer is final (`NodeError`): a revert, a refused transaction, invalid parameters.
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
        isFinal: isChainAnswer,
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
          // An endpoint's inability reveals nothing about the request.
          if (isChainAnswer(error)) throw error;
          const cause = isRepeatable ? passingCauseOf(error) : undefined;
          const turn =
            cause === undefined
              ? undefined
              : busy?.turn(deps.urls(), MAX_BACK_OFF_MS[cause] - waited);
          if (pace === undefined || turn === undefined)
            throw new RpcError('chainUnreachable', undefined, error);
          waited += turn;
          await pace.wait(turn);
        }
      }
    },
  };
}
