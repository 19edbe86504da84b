import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTopicReader } from '../../../components/hooks/received-topic.ts';
import { createOrdersTopic } from '../../../entrypoints/background/orders/orders-topic.ts';
import { systemClock, systemWait } from '../../../entrypoints/background/platform/clock.ts';
import type { OrderRow, OrdersPart, OrdersView } from '../../../shared/messages/market.ts';
import { deskRow } from '../../shared/desk/desk-rows.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const rowsOf = (count: number, part: Partial<OrderRow> = {}): OrderRow[] =>
  Array.from({ length: count }, (_, i) => ({
    ...deskRow('PUT', [2800]),
    digest: `0x${i}`,
    isChecked: true,
    ...part,
  }));

/**
 * Creates a worker whose list can change and whose checks can be delayed, and pages that receive
 * the list.
 */
function workerWith(first: readonly OrderRow[], source: 'chain' | 'order feed' = 'chain') {
  let rows = first;
  let spot = { ETH: { price: 2_590, source } };
  let at = Date.now();
  let problem: OrdersView['problem'];
  let isUnreadable = false;
  let change = Promise.withResolvers<boolean>();
  const checks: PromiseWithResolvers<void>[] = [];
  const reads: boolean[] = [];
  const kept: (number | undefined)[] = [];
  const view = (): OrdersView => ({
    ...{ rows, refused: [], unfillable: [], newer: 0, spot, feeds: [], at },
    ...(problem === undefined ? { isLive: true } : { problem }),
  });
  const begin = () =>
    createOrdersTopic({
      listing: {
        cached: async () => ({ ...view(), isLive: false }),
        async keep(sent) {
          kept.push(sent.at);
        },
        async list(isFresh) {
          reads.push(isFresh);
          if (isUnreadable) throw new Error('the storage is unreadable');
          return view();
        },
        check() {
          const next = Promise.withResolvers<void>();
          checks.push(next);
          return next.promise;
        },
      },
      feed: { changed: () => change.promise },
      clock: systemClock,
      wait: systemWait,
    });
  let live = begin();
  const settle = () => vi.advanceTimersByTimeAsync(10);
  return {
    checks,
    reads,
    kept,
    settle,
    refresh: () => live.refresh(),
    /** Restarts the worker. The new worker doesn't know which list the pages have. */
    kill() {
      vi.setSystemTime(Date.now() + 1_000);
      live = begin();
    },
    async replace(next: readonly OrderRow[], from: 'chain' | 'order feed' = source) {
      rows = next;
      spot = { ETH: { price: 2_590, source: from } };
      at += 1;
      const former = change;
      change = Promise.withResolvers();
      former.resolve(true);
      await settle();
    },
    setUnreadable(next: boolean) {
      isUnreadable = next;
    },
    fail() {
      problem = { code: 'feedUnreachable', details: { host: 'feed.example' } };
    },
    /** Connects a page. If the page was connected before, it has the list that it received then. */
    page(former?: OrdersView) {
      const read = createTopicReader();
      const sent: OrdersPart[] = [];
      const failures: unknown[] = [];
      let has = former;
      const stop = live.watch(
        {
          send(part) {
            sent.push(part);
            has = (read('orders', structuredClone(part), has) as OrdersView | undefined) ?? has;
          },
          fail: (error) => failures.push(error),
        },
        former?.list,
      );
      return {
        sent,
        failures,
        stop,
        has: () => has,
        rows: () => has?.rows,
        count: () => sent.reduce((sum, part) => sum + part.rows.length, 0),
      };
    },
  };
}

describe('the live orders of a page', () => {
  it.each([0, 1, 499, 500, 501, 10_000])(
    'sends the whole list of orders to a page that has no list yet: %i orders',
    async (count) => {
      const worker = workerWith(rowsOf(count));
      const page = worker.page();
      await vi.advanceTimersByTimeAsync(100);
      expect(page.rows()).toEqual(rowsOf(count));
      expect(page.count()).toBe(count);
      expect(page.sent.every(({ rows }) => rows.length <= 500)).toBe(true);
    },
  );

  it('stores live orders once the page has received them', async () => {
    const worker = workerWith(rowsOf(3));
    const page = worker.page();
    await worker.settle();
    expect(worker.kept).toEqual([page.has()?.at]);
  });

  it('sends the previously read orders first, and then reports that the orders are live', async () => {
    const worker = workerWith(rowsOf(3));
    const { sent } = worker.page();
    await worker.settle();
    expect(sent.map(({ rest }) => rest?.isLive)).toEqual([false, true]);
    expect(sent[1]?.rows).toEqual([]);
  });

  it('sends only the changes to a page that has an earlier list, even after the page was hidden', async () => {
    const worker = workerWith(rowsOf(10_000));
    const page = worker.page();
    await vi.advanceTimersByTimeAsync(100);
    const before = page.count();
    const next = rowsOf(10_600)
      .slice(3)
      .map((row, i) => (i === 700 ? { ...row, delta: 0.5 } : row));
    const former = page.rows();
    await worker.replace(next);
    expect(page.count() - before).toBe(601);
    expect(page.rows()).toHaveLength(10_597);
    expect(page.rows()?.filter((row) => !former?.includes(row))).toHaveLength(601);
    page.stop();
    const again = worker.page(page.has());
    await worker.replace([
      ...next,
      { ...deskRow('PUT', [2800]), digest: '0xnew', isChecked: true },
    ]);
    expect(again.count()).toBe(1);
    expect(again.rows()).toHaveLength(10_598);
  });

  it('keeps the list’s object when its rows are the same and only their sequence changes', async () => {
    const worker = workerWith(rowsOf(700));
    const page = worker.page();
    await worker.settle();
    const former = page.rows();
    await worker.replace(rowsOf(700).toReversed());
    expect(page.rows()).toBe(former);
  });

  it('sends the whole list when a new worker doesn’t know the page’s former list', async () => {
    const worker = workerWith(rowsOf(700));
    const page = worker.page();
    await worker.settle();
    worker.kill();
    await worker.replace(rowsOf(650, { delta: 0.5 }));
    const again = worker.page(page.has());
    await worker.settle();
    expect(again.rows()).toEqual(rowsOf(650, { delta: 0.5 }));
  });

  it('sends each of 20 pages the whole list and all its changes', async () => {
    const worker = workerWith(rowsOf(1_200));
    const pages = Array.from({ length: 20 }, () => worker.page());
    await worker.settle();
    await worker.replace(rowsOf(1_200, { delta: 0.5 }));
    for (const page of pages) expect(page.rows()).toEqual(rowsOf(1_200, { delta: 0.5 }));
  });

  it('sends changes in order while a long list is still being sent', async () => {
    const worker = workerWith(rowsOf(5_000));
    const page = worker.page();
    await vi.advanceTimersByTimeAsync(2);
    expect(page.has()).toBeUndefined();
    await worker.replace(rowsOf(5_001));
    await vi.advanceTimersByTimeAsync(100);
    expect(page.rows()).toEqual(rowsOf(5_001));
    expect(page.count()).toBe(5_001);
  });

  it('sends the live orders before it answers a page’s request for an immediate read', async () => {
    const worker = workerWith(rowsOf(2));
    const page = worker.page();
    await worker.settle();
    void worker.replace(rowsOf(4));
    await worker.refresh();
    expect(worker.reads).toContain(true);
    expect(page.rows()).toHaveLength(4);
  });

  it('stops reading live orders after the last page has gone', async () => {
    const worker = workerWith(rowsOf(2));
    const page = worker.page();
    await worker.settle();
    page.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    const { length } = worker.reads;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(worker.reads).toHaveLength(length);
  });

  it('sends live orders to a page that arrives after a read has failed', async () => {
    const worker = workerWith(rowsOf(2));
    worker.setUnreadable(true);
    const first = worker.page();
    await worker.settle();
    expect(first.failures).toHaveLength(1);
    worker.setUnreadable(false);
    const second = worker.page();
    await worker.settle();
    expect(second.has()?.isLive).toBe(true);
    expect(second.failures).toEqual([]);
  });

  it('sends a failure to the page, and reads the orders again after ten seconds', async () => {
    const worker = workerWith(rowsOf(2));
    worker.fail();
    const page = worker.page();
    await worker.settle();
    expect(page.has()).toMatchObject({ problem: { code: 'feedUnreachable' } });
    const { length } = worker.reads;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(worker.reads).toHaveLength(length + 1);
  });
});

describe('the checks of a list', () => {
  it.each([
    ['a signature is unchecked', { isChecked: false }, 'chain'],
    ['the chain’s price is missing', {}, 'order feed'],
  ] as const)(
    'checks a list only once when %s, and sends the results to the page',
    async (_, part, source) => {
      const worker = workerWith(rowsOf(3, part), source);
      const page = worker.page();
      await worker.settle();
      expect(worker.checks).toHaveLength(1);
      const { length } = page.sent;
      worker.checks[0]?.resolve();
      await worker.settle();
      expect(worker.reads).toHaveLength(2);
      // No node has answered yet.
      expect(worker.checks).toHaveLength(1);
      expect(page.sent).toHaveLength(length);
      await worker.replace(rowsOf(3), 'chain');
      expect(page.has()?.spot.ETH?.source).toBe('chain');
      expect(worker.checks).toHaveLength(1);
    },
  );

  it('doesn’t run the checks for a list without unchecked rows', async () => {
    const worker = workerWith(rowsOf(3));
    worker.page();
    await worker.settle();
    expect(worker.checks).toEqual([]);
  });
});
