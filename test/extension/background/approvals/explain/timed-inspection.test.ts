import { describe, expect, it } from 'vitest';
import {
  createTimedInspection,
  GIVE_UP_MS,
  INSPECTION_MS,
  UnansweredError,
} from '../../../../../entrypoints/background/approvals/explain/timed-inspection.ts';
import type { ApprovalView } from '../../../../../shared/messages/approval-view.ts';
import { createFakeClock } from '../../../../helpers/fake-world.ts';

const ASKED = { id: 'one', mark: 'mark', open: [{ id: 'one' }] };

const viewOf = (index: number): ApprovalView => ({
  kind: 'unlock',
  id: 'one',
  mark: 'mark',
  position: { index, count: 9 },
  isPhishing: false,
  network: { chainId: 8453 },
});

/** Inspections and a waiting time that the test ends. */
function start() {
  const waits: number[] = [];
  let elapse = () => undefined as undefined;
  const clock = createFakeClock();
  const timed = createTimedInspection({
    clock,
    wait(milliseconds) {
      waits.push(milliseconds);
      return new Promise<void>((resolve) => {
        elapse = () => void resolve() as undefined;
      });
    },
  });
  const inspections: PromiseWithResolvers<ApprovalView>[] = [];
  const inspect = () => {
    const next = Promise.withResolvers<ApprovalView>();
    inspections.push(next);
    return next.promise;
  };
  return {
    waits,
    clock,
    inspections,
    run: (asked = ASKED) => timed.run(asked, inspect),
    elapse: () => elapse(),
  };
}

describe('a timed inspection', () => {
  it('returns its result when it ends in time', async () => {
    const { run, inspections, waits } = start();
    const answer = run();
    inspections[0]?.resolve(viewOf(1));
    expect(await answer).toEqual(viewOf(1));
    expect(waits).toEqual([INSPECTION_MS]);
  });

  it('returns nothing after two seconds, goes on, and returns the late result to the next call', async () => {
    const { run, inspections, elapse } = start();
    const first = run();
    elapse();
    expect(await first).toBeUndefined();
    const second = run();
    expect(inspections).toHaveLength(1);
    inspections[0]?.resolve(viewOf(1));
    expect(await second).toEqual(viewOf(1));
  });

  it('returns a result that ended between two calls at once, and inspects again after that', async () => {
    const { run, inspections, elapse } = start();
    const first = run();
    elapse();
    await first;
    inspections[0]?.resolve(viewOf(1));
    await inspections[0]?.promise;
    expect(await run()).toEqual(viewOf(1));
    const third = run();
    inspections[1]?.resolve(viewOf(2));
    expect(await third).toEqual(viewOf(2));
  });

  it('keeps showing the result before while a repeated inspection is late', async () => {
    const { run, inspections, elapse } = start();
    const first = run();
    inspections[0]?.resolve(viewOf(1));
    await first;
    const second = run();
    elapse();
    expect(await second).toEqual(viewOf(1));
  });

  it('gives up a request that has had no result for a minute, and one with a result never', async () => {
    const { run, inspections, elapse, clock } = start();
    const first = run();
    elapse();
    await first;
    clock.advance(GIVE_UP_MS - 1);
    const second = run();
    elapse();
    expect(await second).toBeUndefined();
    clock.advance(1);
    const third = run();
    elapse();
    await expect(third).rejects.toThrow(UnansweredError);
    inspections[0]?.resolve(viewOf(1));
    await inspections[0]?.promise;
    expect(await run()).toEqual(viewOf(1));
    clock.advance(GIVE_UP_MS);
    const last = run();
    elapse();
    expect(await last).toEqual(viewOf(1));
  });

  it('reports a failure, and inspects again at the next call', async () => {
    const { run, inspections } = start();
    const first = run();
    inspections[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    const second = run();
    inspections[1]?.resolve(viewOf(2));
    expect(await second).toEqual(viewOf(2));
  });

  it('never returns the result of another form, or of a request that was closed', async () => {
    const { run, inspections, elapse } = start();
    const first = run();
    inspections[0]?.resolve(viewOf(1));
    await first;
    const edited = run({ ...ASKED, mark: 'edited' });
    elapse();
    expect(await edited).toBeUndefined();
    const other = run({ id: 'two', mark: 'mark', open: [{ id: 'two' }] });
    elapse();
    await other;
    const again = run();
    elapse();
    expect(await again).toBeUndefined();
  });
});
