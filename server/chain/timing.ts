import { setTimeout as sleep } from 'node:timers/promises';
import type { Timing } from '../../shared/chain/logs/paced-node.ts';
import { retryWith } from '../../shared/chain/logs/retry.ts';
import type { Wait } from '../../shared/ports.ts';

export const wait: Wait = (ms) => sleep(ms);

/** Returns the clock and the timer of this process. `signal` ends waits. */
export function timing(signal?: AbortSignal): Timing {
  return {
    elapsed: () => performance.now(),
    wait: (ms) => sleep(ms, undefined, { ...(signal && { signal }) }),
  };
}

/** Retries a request after a short pause if the node is busy, silent or returns invalid data. */
export function retry<T>(ask: () => Promise<T>): Promise<T> {
  return retryWith(wait, ask);
}
