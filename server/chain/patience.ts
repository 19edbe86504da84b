import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import { createUsualTimes } from '../../shared/chain/logs/usual-times.ts';

/** Before a request fails, it may take this many times as long as at the other nodes. */
const FACTOR = 8;
/** Minimum milliseconds to wait for a node. Requests to a paced node queue up. */
const MIN_MS = { logs: 5_000, other: 3_000 };

const LOOK_MS = 200;

/** Compares the response times of nodes, so that one hanging node doesn't delay the work. */
export interface Patience {
  /** Wraps a node. A request fails if it takes much longer than at the other nodes. */
  patient(node: ChainNode): ChainNode;
}

export function createPatience(): Patience {
  const times = { logs: createUsualTimes<ChainNode>(), other: createUsualTimes<ChainNode>() };

  return {
    patient: (node) => ({
      name: node.name,
      limits: node.limits,
      origin: node,
      async call(method, params) {
        const kind = method === 'eth_getLogs' ? 'logs' : 'other';
        const startedAt = performance.now();
        const answer = node.call(method, params).then((result) => {
          times[kind].note(node, performance.now() - startedAt);
          return result;
        });
        return within(answer, () => {
          const ms = times[kind].limitFor(node, FACTOR, MIN_MS[kind]);
          return ms !== undefined && performance.now() - startedAt > ms;
        });
      },
    }),
  };
}

/** Rejects when an answer takes too long. `isTooLong` is called repeatedly while waiting. */
function within<T>(answer: Promise<T>, isTooLong: () => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (!isTooLong()) return;
      const details = { isSlow: true };
      const reason = 'the node responds much more slowly than the others';
      reject(new ChainNodeError('down', reason, { details }));
    }, LOOK_MS);
    answer.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
