import type { Elapsed, Wait } from '../../ports.ts';
import { type ChainNode, ChainNodeError } from './chain-node.ts';

/** Clock and timer of a node. A rejected wait ends the request. */
export interface Timing {
  readonly elapsed: Elapsed;
  readonly wait: Wait;
}

/**
 * Milliseconds of the first pause if a refusal doesn't name a time. Doubles with each further
 * refusal.
 */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 30_000;
/** Factor on the slowdown after each response, so that full speed returns within minutes. */
const RECOVERY = 0.98;
/**
 * Factor for a node without a configured rate. The slowdown ends later, because only the slowdown
 * keeps the requests below the limit.
 */
const UNPACED_RECOVERY = 0.995;
/** Maximum milliseconds between requests without a configured rate. */
const MAX_LEARNED_MS = 1_000;
/** Milliseconds in which responses are counted, to learn the node's rate from its refusals. */
const COUNTED_MS = 1_000;
const MAX_COUNTED = 200;

/**
 * Spaces a node's requests evenly. A 429 stops the requests for the requested time and slows the
 * pace. Successful responses restore the pace. `rate` is in requests per second. If it is 0
 * (unlimited), the first refusal sets the pace to the pace of the fastest second.
 */
export function pacedNode(node: ChainNode, rate: number, { elapsed, wait }: Timing): ChainNode {
  const interval = rate === 0 ? 0 : 1000 / rate;
  const longestSlowdown = interval === 0 ? MAX_LEARNED_MS : 10 * interval;
  const recovery = interval === 0 ? UNPACED_RECOVERY : RECOVERY;
  let slowdown = 0;
  let refusals = 0;
  let next = 0;
  let answeredAt: readonly number[] = [];
  let fastest = 1;

  /** Returns the part of the slowdown that a refusal adds. */
  function step(): number {
    if (interval > 0) return interval / 4;
    if (slowdown > 0) return slowdown / 8;
    return COUNTED_MS / fastest;
  }

  function noteAnswer(): void {
    const now = elapsed();
    answeredAt = [...answeredAt.slice(-MAX_COUNTED), now].filter((at) => at > now - COUNTED_MS);
    fastest = Math.max(fastest, answeredAt.length);
  }

  async function turn(): Promise<void> {
    for (;;) {
      const now = elapsed();
      if (next <= now) {
        next = Math.max(next, now - interval) + interval + slowdown;
        return;
      }
      await wait(next - now).catch((cause: unknown) => {
        throw new ChainNodeError('down', 'the service is closing', { cause });
      });
    }
  }

  return {
    name: node.name,
    limits: node.limits,
    async call(method, params) {
      await turn();
      try {
        const result = await node.call(method, params);
        slowdown = slowdown < 1 ? 0 : slowdown * recovery;
        if (interval === 0) noteAnswer();
        refusals = 0;
        return result;
      } catch (error) {
        if (error instanceof ChainNodeError && error.code === 'busy') {
          slowdown = Math.min(slowdown + step(), longestSlowdown);
          const { retryAfterMs } = error.details;
          const pause =
            typeof retryAfterMs === 'number'
              ? retryAfterMs
              : Math.min(FIRST_PAUSE_MS * 2 ** refusals++, MAX_PAUSE_MS);
          next = Math.max(next, elapsed() + pause);
        }
        throw error;
      }
    },
  };
}
