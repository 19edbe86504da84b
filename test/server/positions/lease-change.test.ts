import { expect, it, onTestFinished } from 'vitest';
import { createNodes } from '../../../server/chain/nodes.ts';
import { startIndexing } from '../../../server/positions/reading/indexer.ts';
import type { IndexerStore } from '../../../server/positions/storing/store.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

it('forgets what is confirmed each time that this instance becomes the writer', async () => {
  const held = [true, true, false, true, false];
  let forgotten = 0;
  const clock = createFakeClock();
  const work = startIndexing({
    sync: {
      step: async () => 'moved',
      forget: () => {
        forgotten++;
      },
      differences: () => [],
      confirmedBlock: () => undefined,
    },
    store: {} as IndexerStore,
    report: () => undefined,
    nodes: createNodes([], clock),
    lease: { hold: async () => held.shift() ?? false, release: async () => undefined },
    clock,
    pollMs: 1,
  });
  onTestFinished(work.stop);
  await eventually(async () => expect(held).toEqual([]));
  expect(forgotten).toBe(2);
});
