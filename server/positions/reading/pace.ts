import type { Clock } from '../../../shared/ports.ts';

/** Measures how fast the cursor moves, to estimate the time that is left. */
export interface Pace {
  note(block: number): void;
  /** Seconds that this many blocks will take; undefined until the pace is known. */
  secondsFor(blocks: number): number | undefined;
}

/** The estimate covers this time: long enough for slow nodes, short enough to follow a change. */
const WINDOW_MS = 120_000;
const SAMPLE_MS = 1_000;

export function createPace(clock: Clock): Pace {
  const samples: { readonly at: number; readonly block: number }[] = [];
  return {
    note(block) {
      const at = clock.now();
      const last = samples.at(-1);
      // A reorganization or another chain makes earlier samples meaningless.
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
