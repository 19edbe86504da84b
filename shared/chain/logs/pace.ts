import type { Clock } from '../../ports.ts';

/** Measures how fast blocks are read, to estimate the remaining time. */
export interface Pace {
  note(block: number): void;
  /** Seconds for this many blocks; undefined until the pace is known. */
  secondsFor(blocks: number): number | undefined;
}

/** Milliseconds of the measurement: long enough for slow nodes, short enough to follow changes. */
const WINDOW_MS = 120_000;
const SAMPLE_MS = 1_000;

export function createPace(clock: Clock): Pace {
  const samples: { readonly at: number; readonly block: number }[] = [];
  return {
    note(block) {
      const at = clock.now();
      const last = samples.at(-1);
      // After a reorganization or on another chain, earlier samples are dropped.
      if (last !== undefined && (block < last.block || at < last.at)) samples.length = 0;
      else if (last !== undefined && at - last.at < SAMPLE_MS) return;
      samples.push({ at, block });
      while (samples.length > 2 && (samples[1]?.at ?? at) < at - WINDOW_MS) samples.shift();
    },
    secondsFor(blocks) {
      const [first] = samples;
      const last = samples.at(-1);
      if (first === undefined || last === undefined || last.block <= first.block) return undefined;
      const blocksPerMs = (last.block - first.block) / (last.at - first.at);
      return Math.ceil(blocks / blocksPerMs / 1000);
    },
  };
}
