import type { Clock, Wait } from '../../shared/ports.ts';
import { epochMs } from '../../shared/units.ts';

export interface VirtualTime {
  readonly clock: Clock;
  readonly wait: Wait;
  /** Waits until the promise settles. Advances the clock whenever no work is left but waits. */
  run<T>(promise: Promise<T>): Promise<T>;
}

/**
 * Creates a clock that advances only when no work is left but waits. Works only for code without a
 * network.
 */
export function createVirtualTime(start = 1_763_650_000_000): VirtualTime {
  let now = start;
  let waits: readonly { readonly at: number; readonly end: () => void }[] = [];
  return {
    clock: { now: () => epochMs(now) },
    wait: (milliseconds) =>
      new Promise((end) => {
        waits = [...waits, { at: now + milliseconds, end }].sort((a, b) => a.at - b.at);
      }),
    async run(promise) {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      promise.then(over, over);
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (isOver) return promise;
        const [next, ...rest] = waits;
        waits = rest;
        if (next === undefined) continue;
        now = Math.max(now, next.at);
        next.end();
      }
    },
  };
}
