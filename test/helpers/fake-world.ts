import { createHash } from 'node:crypto';
import type { Clock, Random } from '../../shared/ports.ts';
import { epochMs } from '../../shared/units.ts';

export interface FakeClock extends Clock {
  advance(milliseconds: number): void;
}

/** Returns a clock that only the test advances. */
export function createFakeClock(start = 1_800_000_000_000): FakeClock {
  let now = start;
  return {
    now: () => epochMs(now),
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

/** Returns a generator of pseudorandom bytes. Equal seeds produce equal bytes in every run. */
export function createFakeRandom(seed = 'seed'): Random {
  let counter = 0;
  return {
    bytes(length) {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 32) {
        const block = createHash('sha256').update(`${seed} ${counter++}`).digest();
        bytes.set(block.subarray(0, Math.min(32, length - at)), at);
      }
      return bytes;
    },
  };
}
