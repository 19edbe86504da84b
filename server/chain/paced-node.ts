import { setTimeout as wait } from 'node:timers/promises';
import { type ChainNode, NodeError } from './node.ts';

/** Pause after the first refusal of a node that doesn't name one; it doubles with each further one. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 30_000;
/** Share of the slowdown that stays after each answer: the pace comes back within minutes. */
const RECOVERY = 0.98;

/**
 * Spaces a node's requests evenly. A 429 stops them for the time that the node asks for and slows
 * the pace down; answers bring it back. `rate` is in requests per second, 0 is without limit. `signal`
 * ends a wait.
 */
export function pacedNode(node: ChainNode, rate: number, signal?: AbortSignal): ChainNode {
  const interval = rate === 0 ? 0 : 1000 / rate;
  const slowdownStep = interval / 4;
  const longestSlowdown = 10 * interval;
  let slowdown = 0;
  let refusals = 0;
  let next = 0;

  async function turn(): Promise<void> {
    for (;;) {
      const now = performance.now();
      if (next <= now) {
        next = Math.max(next, now - interval) + interval + slowdown;
        return;
      }
      await wait(next - now, undefined, { signal }).catch((cause: unknown) => {
        throw new NodeError('down', 'the service is closing', { cause });
      });
    }
  }

  return {
    name: node.name,
    async call(method, params) {
      await turn();
      try {
        const result = await node.call(method, params);
        slowdown = slowdown < 1 ? 0 : slowdown * RECOVERY;
        refusals = 0;
        return result;
      } catch (error) {
        if (error instanceof NodeError && error.code === 'busy') {
          slowdown = Math.min(slowdown + slowdownStep, longestSlowdown);
          const { retryAfterMs } = error.details;
          const pause =
            typeof retryAfterMs === 'number'
              ? retryAfterMs
              : Math.min(FIRST_PAUSE_MS * 2 ** refusals++, LONGEST_PAUSE_MS);
          next = Math.max(next, performance.now() + pause);
        }
        throw error;
      }
    },
  };
}
