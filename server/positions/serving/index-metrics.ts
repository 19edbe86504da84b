import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../../../shared/ports.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { Cursor } from '../storing/cursor.ts';

/** Reports how far the index is behind the head. Returns the counter of undone blocks. */
export function observeIndex(
  registry: Registry,
  index: {
    readonly cursor: () => Promise<Cursor | undefined>;
    readonly isWriter: () => boolean;
    readonly isDisputed: () => boolean;
    readonly clock: Clock;
  },
): (blocks: number) => void {
  const registers = [registry];
  const cursor = () => index.cursor().catch(() => undefined);
  const lag: Gauge = new Gauge({
    name: 'condor_indexer_lag_blocks',
    help: 'Blocks between the newest block of the chain and the newest indexed one.',
    registers,
    async collect() {
      const at = await cursor();
      if (at !== undefined) lag.set(Math.max(0, at.head_block - at.block));
    },
  });
  const age: Gauge = new Gauge({
    name: 'condor_indexer_block_age_seconds',
    help: 'Age of the newest indexed block.',
    registers,
    async collect() {
      const at = await cursor();
      if (at !== undefined) age.set(secondsOf(index.clock.now()) - at.time);
    },
  });
  const writer: Gauge = new Gauge({
    name: 'condor_indexer_writer',
    help: '1 in the process that writes the index.',
    registers,
    collect: () => writer.set(index.isWriter() ? 1 : 0),
  });
  const disputed: Gauge = new Gauge({
    name: 'condor_indexer_disputed',
    help: '1 while the nodes contradict each other, and reading waits.',
    registers,
    collect: () => disputed.set(index.isDisputed() ? 1 : 0),
  });
  const depths = new Histogram({
    name: 'condor_indexer_reorganisation_blocks',
    help: 'Indexed blocks that another chain replaced, by depth.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  return (blocks) => depths.observe(blocks);
}
