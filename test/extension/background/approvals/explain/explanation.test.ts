import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AGAIN_MS,
  createExplanation,
  GIVE_UP_MS,
  INSPECTION_MS,
  LATE_MS,
} from '../../../../../entrypoints/background/approvals/explain/explanation.ts';
import type { Inspected } from '../../../../../entrypoints/background/approvals/explain/inspect.ts';
import { systemClock, systemWait } from '../../../../../entrypoints/background/platform/clock.ts';
import { BudgetError } from '../../../../../shared/approvals/budget.ts';
import { readRequest } from '../../../../../shared/approvals/read-request.ts';
import type { ApprovalDraft } from '../../../../../shared/approvals/types.ts';
import type { ApprovalView } from '../../../../../shared/messages/approval-view.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const draftOf = (id: string, message = 'hello'): ApprovalDraft => ({
  id,
  requestKey: id,
  requester: { origin: 'https://app.example', documentId: 'doc', own: false },
  request: { kind: 'personal_sign', account: `0x${'1'.repeat(40)}`, message },
  chainId: 8453,
  createdAt: 0,
});

const NETWORK = { network: { chainId: 8453 }, isPhishing: false } as const;

/** Starts the explanation of a queue. The test resolves the inspections. */
function start(...drafts: ApprovalDraft[]) {
  let open: readonly ApprovalDraft[] = drafts;
  let isUnlocked = true;
  const ends: string[] = [];
  const remembered: string[] = [];
  const inspections: PromiseWithResolvers<Inspected>[] = [];
  const explanation = createExplanation({
    approvals: {
      open: () => open,
      async endAll(reason, of = () => true) {
        ends.push(...open.filter(of).map(({ id }) => `${id}: ${reason}`));
        open = open.filter((draft) => !of(draft));
        explanation.update();
      },
    },
    isUnlocked: () => isUnlocked,
    requestReader: {
      async read(draft) {
        if (draft.request.kind === 'personal_sign' && draft.request.message === 'endless')
          throw new BudgetError();
        return readRequest(draft, systemClock.now());
      },
    },
    inspect(draft, _read, shown) {
      const next = Promise.withResolvers<Inspected>();
      inspections.push(next);
      return next.promise.then(({ simulated }) => ({
        view: { kind: 'unlock', id: draft.id, ...shown, ...NETWORK },
        simulated,
      }));
    },
    unexplained: (draft, { shown, isLate }) => ({
      kind: 'unexplained',
      id: draft.id,
      ...shown,
      ...NETWORK,
      ...(isLate ? { isLate } : {}),
    }),
    recheck: { remember: ({ id }) => void remembered.push(id) },
    clock: systemClock,
    wait: systemWait,
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    explanation,
    inspections,
    ends,
    remembered,
    settle,
    /** Resolves an inspection with findings and a simulation. */
    async found(at: number, simulated?: Inspected['simulated']) {
      inspections[at]?.resolve({ view: expect.unreachable, simulated } as never);
      await settle();
    },
    set(next: { open?: readonly ApprovalDraft[]; isUnlocked?: boolean }) {
      open = next.open ?? open;
      isUnlocked = next.isUnlocked ?? isUnlocked;
      explanation.update();
    },
    /** Connects a page that keeps all received messages. */
    page() {
      const sent: (ApprovalView | null | string)[] = [];
      const stop = explanation.watch({
        send: (view) => void sent.push(view),
        fail: (error) => void sent.push(String(error)),
      });
      const last = () => sent.at(-1);
      return { sent, stop, last };
    },
  };
}

const SIMULATED = { simulation: { outcome: 'unknown' }, at: 0 } as const;

describe('the explanation of the oldest request', () => {
  it('explains an open request before a page watches, and sends the result to a new page immediately', async () => {
    const { explanation, settle, found, inspections, page } = start(draftOf('one'));
    explanation.update();
    await settle();
    await found(0);
    expect(page().sent).toMatchObject([{ kind: 'unlock', id: 'one' }]);
    expect(inspections).toHaveLength(1);
  });

  it('shows the data’s meaning after two seconds, a note about a slow network after eight, and then the full explanation', async () => {
    const { explanation, settle, found, page } = start(draftOf('one'));
    explanation.update();
    const { sent, last } = page();
    await vi.advanceTimersByTimeAsync(INSPECTION_MS - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(last()).toMatchObject({ kind: 'unexplained' });
    expect(last()).not.toHaveProperty('isLate');
    await vi.advanceTimersByTimeAsync(LATE_MS - INSPECTION_MS);
    expect(last()).toMatchObject({ kind: 'unexplained', isLate: true });
    await found(0);
    await settle();
    expect(last()).toMatchObject({ kind: 'unlock' });
  });

  it('ends a request after a minute without an answer from the network, unless the request was explained before', async () => {
    const silent = start(draftOf('one'));
    silent.explanation.update();
    const silentPage = silent.page();
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS);
    expect(silent.ends).toEqual(['one: network silent']);
    expect(silentPage.last()).toBeNull();

    const shown = start(draftOf('one'));
    shown.explanation.update();
    const page = shown.page();
    await shown.settle();
    await shown.found(0);
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS * 2);
    expect(shown.inspections).toHaveLength(2);
    expect(shown.ends).toEqual([]);
    expect(page.last()).toMatchObject({ kind: 'unlock' });
  });

  it('inspects the request again every ten seconds, but only while a page watches', async () => {
    const { explanation, settle, found, inspections, page } = start(draftOf('one'));
    explanation.update();
    const { stop } = page();
    await settle();
    await found(0);
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(inspections).toHaveLength(2);
    await found(1);
    stop();
    await vi.advanceTimersByTimeAsync(AGAIN_MS * 10);
    expect(inspections).toHaveLength(2);
    page();
    await settle();
    expect(inspections).toHaveLength(3);
  });

  it('drops the result for a request that was changed, and explains the next request after the first has ended', async () => {
    const { set, settle, found, explanation, inspections, remembered, page } = start(
      draftOf('one'),
    );
    explanation.update();
    const { sent, last } = page();
    await settle();
    set({ open: [draftOf('one', 'edited'), draftOf('two')] });
    await settle();
    await found(0, SIMULATED);
    expect(sent).toEqual([]);
    expect(remembered).toEqual([]);
    await found(1, SIMULATED);
    expect(last()).toMatchObject({ id: 'one', position: { index: 1, count: 2 } });
    expect(remembered).toEqual(['one']);
    set({ open: [draftOf('two')] });
    await settle();
    await found(2);
    expect(last()).toMatchObject({ id: 'two', position: { index: 1, count: 1 } });
    expect(inspections).toHaveLength(3);
  });

  it('sends a request’s new position, but doesn’t inspect the request again, when other requests arrive', async () => {
    const { set, settle, found, explanation, inspections, page } = start(draftOf('one'));
    explanation.update();
    const { last } = page();
    await settle();
    await found(0);
    set({ open: [draftOf('one'), draftOf('two'), draftOf('three')] });
    expect(last()).toMatchObject({ id: 'one', position: { index: 1, count: 3 } });
    expect(inspections).toHaveLength(1);
  });

  it('sends nothing about a request while the wallet is locked', async () => {
    const { set, settle, found, explanation, page } = start(draftOf('one'));
    explanation.update();
    const { sent, last } = page();
    await settle();
    set({ isUnlocked: false });
    await found(0);
    expect(sent).toEqual([null]);
    set({ isUnlocked: true });
    await settle();
    await found(1);
    expect(last()).toMatchObject({ id: 'one' });
  });

  it('ends a request that is too large to explain', async () => {
    const { explanation, settle, ends } = start(draftOf('one', 'endless'), draftOf('two'));
    explanation.update();
    await settle();
    expect(ends).toEqual(['one: unexplained']);
  });

  it('reports a failure to every page, and tries again ten seconds later', async () => {
    const { explanation, settle, found, inspections, page } = start(draftOf('one'));
    explanation.update();
    const first = page();
    await settle();
    inspections[0]?.reject(new Error('away'));
    await settle();
    expect(first.last()).toBe('Error: away');
    expect(page().last()).toBe('Error: away');
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    await found(1);
    expect(first.last()).toMatchObject({ kind: 'unlock' });
  });

  it('waits at most two seconds for a new inspection after the user has edited or decided a request', async () => {
    const { explanation, settle, found, inspections, page } = start(draftOf('one'));
    explanation.update();
    page();
    await settle();
    await found(0);
    let isOver = false;
    const repeated = () =>
      void explanation.repeated().then(() => {
        isOver = true;
      });
    repeated();
    await settle();
    expect([inspections.length, isOver]).toEqual([2, false]);
    await found(1);
    expect(isOver).toBe(true);
    isOver = false;
    repeated();
    await vi.advanceTimersByTimeAsync(INSPECTION_MS);
    expect(isOver).toBe(true);
  });
});
