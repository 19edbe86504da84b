import { expect, it, onTestFinished } from 'vitest';
import { createNodes } from '../../../server/chain/nodes.ts';
import { LeaseLost } from '../../../server/database/failover/fenced-lease.ts';
import { startIndexing } from '../../../server/positions/reading/indexer.ts';
import type { IndexerStore } from '../../../server/positions/storing/store.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

/**
 * Starts an indexer. `held` are the successive results of its lease; an Error means that the check
 * failed.
 */
function indexing(held: (boolean | Error)[], step: () => Promise<'moved'> = async () => 'moved') {
  const forgotten = { times: 0 };
  const clock = createFakeClock();
  const work = startIndexing({
    sync: {
      step,
      forget: () => {
        forgotten.times++;
      },
      differences: () => [],
      confirmedBlock: () => undefined,
      isDisputed: () => false,
    },
    store: {} as IndexerStore,
    report: () => undefined,
    nodes: createNodes([], clock),
    lease: {
      async hold() {
        const next = held.shift() ?? false;
        if (next instanceof Error) throw next;
        return next;
      },
      release: async () => undefined,
    },
    clock,
    pollMs: 1,
  });
  onTestFinished(work.stop);
  return { work, forgotten };
}

it('forgets confirmed blocks each time that this instance becomes the writer', async () => {
  const held = [true, true, false, true, false];
  const { forgotten } = indexing(held);
  await eventually(async () => expect(held).toEqual([]));
  expect(forgotten.times).toBe(2);
});

it('forgets confirmed blocks when this instance holds the lease again after a failed renewal', async () => {
  const held = [true, new Error('the database is away'), true, false];
  const { forgotten } = indexing(held);
  await eventually(async () => expect(held).toEqual([]));
  expect(forgotten.times).toBe(2);
});

it('forgets confirmed blocks when this instance holds the lease again after a write failed because the lease was lost', async () => {
  const held = [true, true, false];
  let steps = 0;
  const { forgotten, work } = indexing(held, async () => {
    if (steps++ === 0) throw new LeaseLost();
    return 'moved';
  });
  await eventually(async () => expect(held).toEqual([]));
  expect(forgotten.times).toBe(2);
  expect(work.status().isWriter).toBe(false);
});
