import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { askEndpoint, BusyError } from './ask-endpoint.ts';
import { isBusy, isChainAnswer, passingCauseOf } from './node-answers.ts';

/** Milliseconds after which a read is also sent to a second endpoint. */
const SLOW_MS = 4_000;
/** Methods that change a node's state, or that depend on a node's earlier answer. */
const NOT_REPEATABLE = /^eth_(?:send|new|uninstall|getFilter)/;
/** Maximum milliseconds that a read waits while all endpoints limit the rate, or fail. */
const MAX_BACK_OFF_MS = { rate: 12_000, failure: 5_000 } as const;

/** Sends one JSON-RPC request to the user's node and returns the raw result. */
export interface Rpc {
  request(method: string, params: unknown): Promise<unknown>;
}

/**
 * JSON-RPC over HTTP with fail-over: asks the next endpoint when one doesn't respond, responds with
 * anything but JSON-RPC, is busy, or can't serve the request. A busy endpoint pauses. Reads stay
 * with one healthy endpoint, because two nodes are rarely at the same block. A slow read is also
 * sent to the next endpoint. When every endpoint limits the rate, reads wait for their turn. The
 * chain's own answer is final (`NodeError`): a revert, a refused transaction, invalid parameters.
 */
export function createRpc(deps: {
  fetch: Fetch;
  urls: () => readonly string[];
  /** Clock and timer. Without them, endpoints never pause and slow reads aren't sent twice. */
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
          // Other errors concern only this endpoint, so the next endpoint is asked.
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

const FIRST_MS = 2_000;
const MAX_MS = 60_000;
/** Milliseconds between requests that wait for a rate-limited node. */
const TURN_MS = 1_100;

function createBusyEndpoints(clock: Clock) {
  const rests = new Map<string, { readonly until: number; readonly times: number }>();
  let lastTurn = 0;

  return {
    /**
     * Pauses an endpoint for the time that it asked for, otherwise for twice its previous pause. A
     * pause never lasts longer than a minute.
     */
    rest(url: string, retryAfterMs: number | undefined): void {
      const times = (rests.get(url)?.times ?? 0) + 1;
      const ownMs = FIRST_MS * 2 ** (times - 1);
      rests.set(url, { until: clock.now() + Math.min(retryAfterMs ?? ownMs, MAX_MS), times });
    },

    wellAgain(url: string): void {
      rests.delete(url);
    },

    /**
     * Reserves the next turn and returns the milliseconds until then. Returns undefined and
     * reserves nothing if the wait would exceed `longestMs`.
     */
    turn(urls: readonly string[], longestMs: number): number | undefined {
      const now = clock.now();
      const free = Math.min(...urls.map((url) => rests.get(url)?.until ?? now));
      const next = Math.max(free, lastTurn + TURN_MS, now);
      if (next - now > longestMs) return undefined;
      lastTurn = next;
      return next - now;
    },

    /** Returns the endpoints in the order in which to ask them. Paused endpoints come last. */
    inOrder(urls: readonly string[]): readonly string[] {
      const now = clock.now();
      const isResting = (url: string) => (rests.get(url)?.until ?? 0) > now;
      return [...urls.filter((url) => !isResting(url)), ...urls.filter(isResting)];
    },
  };
}

/**
 * Runs attempts in order and resolves with the first answer. Starts the next attempt when the
 * newest attempt fails or `later` resolves. Rejects immediately with a final error, otherwise with
 * the last attempt's error.
 */
function firstAnswer<Answer>(
  attempts: readonly (() => Promise<Answer>)[],
  options: {
    readonly isFinal: (error: unknown) => boolean;
    /** Resolves when an attempt takes too long. Without `later`, attempts run one at a time. */
    readonly later?: () => Promise<void>;
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let started = 0;
    let failed = 0;
    let isOver = false;
    const start = () => {
      const attempt = attempts[started];
      if (attempt === undefined || isOver) return;
      started += 1;
      const number = started;
      const next = () => {
        if (number === started) start();
      };
      attempt().then(
        (answer) => {
          isOver = true;
          resolve(answer);
        },
        (error: unknown) => {
          failed += 1;
          isOver = options.isFinal(error) || failed === attempts.length;
          if (isOver) reject(error);
          else next();
        },
      );
      options.later?.().then(next);
    };
    if (attempts.length === 0) reject(new TypeError('There is no endpoint.'));
    start();
  });
}
