import { describe, expect, it } from 'vitest';
import { readOrders, wholeReading } from '../../../components/hooks/read-orders.ts';
import type { WalletConnection } from '../../../components/hooks/wallet-connection.ts';
import { createListParts } from '../../../entrypoints/background/orders/list-parts.ts';
import type { OrderRow, OrdersView } from '../../../shared/messages/market.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { deskRow } from '../../shared/desk/desk-rows.ts';

const rowsOf = (count: number, part: Partial<OrderRow> = {}): OrderRow[] =>
  Array.from({ length: count }, (_, i) => ({
    ...deskRow('PUT', [2800]),
    digest: `0x${i}`,
    ...part,
  }));

const listOf = (rows: readonly OrderRow[]): OrdersView => ({
  ...{ rows, refused: [], unfillable: [], newer: 0, spot: {}, feeds: [], at: 1 },
});

/** A worker with a list that can change, die and be asked; counts the rows that it sends. */
function workerWith(rows: readonly OrderRow[]) {
  let list = listOf(rows);
  const clock = createFakeClock();
  let parts = createListParts({ clock });
  let sent = 0;
  const worker = {
    call: (async (command: string, payload: { rest: string; from: number; known?: string }) => {
      const answer =
        command === 'orders.rows' ? parts.next(payload) : parts.first(list, payload.known);
      sent += ('rows' in answer ? answer.rows : answer).length;
      if (sent > 100_000) throw new Error('The pages read for ever.');
      return structuredClone(answer);
    }) as WalletConnection['call'],
    first: () => parts.first(list),
    replace(next: readonly OrderRow[]) {
      list = listOf(next);
    },
    kill() {
      clock.advance(1_000);
      parts = createListParts({ clock });
    },
    sent: () => sent,
    read: (former?: OrdersView) => readOrders(worker.call, { fresh: false, former }),
  };
  return worker;
}

describe('a list of orders', () => {
  it.each([0, 1, 499, 500, 501, 10_000])('sends a whole list of %i rows', async (count) => {
    const worker = workerWith(rowsOf(count));
    expect((await worker.read()).rows).toEqual(rowsOf(count));
    expect(worker.sent()).toBe(count);
  });

  it('a list of orders is sent as its changes to a page that has a former one', async () => {
    const worker = workerWith(rowsOf(10_000));
    const former = await worker.read();
    const before = worker.sent();
    worker.replace(
      rowsOf(10_600)
        .slice(3)
        .map((row, i) => (i === 700 ? { ...row, delta: 0.5 } : row)),
    );
    const { rows } = await worker.read(former);
    expect(worker.sent() - before).toBe(601);
    expect(rows).toHaveLength(10_597);
    expect(rows.filter((row) => !former.rows.includes(row))).toHaveLength(601);
    expect((await worker.read(await worker.read(former))).rows).toEqual(rows);
  });

  it('keeps its object when nothing has changed', async () => {
    const worker = workerWith(rowsOf(700));
    const former = await worker.read();
    worker.replace(rowsOf(700).toReversed());
    expect((await worker.read(former)).rows).toBe(former.rows);
  });

  it('a list of orders is sent whole by a worker that doesn’t know the former one', async () => {
    const worker = workerWith(rowsOf(700));
    const former = await worker.read();
    worker.kill();
    worker.replace(rowsOf(650, { delta: 0.5 }));
    expect((await worker.read(former)).rows).toEqual(rowsOf(650, { delta: 0.5 }));
  });

  it('a list of orders is read again when the worker was killed between two parts, or has sent other lists', async () => {
    for (const others of [0, 8]) {
      const worker = workerWith(rowsOf(700));
      const first = worker.first();
      if (others === 0) worker.kill();
      for (let i = 0; i < others; i++) {
        worker.replace(rowsOf(701 + i));
        worker.first();
      }
      worker.replace(rowsOf(600));
      expect((await wholeReading(worker.call, first)).rows).toHaveLength(600);
    }
  });

  it.each([2, 20])('sends the whole list to %i pages that read at the same time', async (count) => {
    const worker = workerWith(rowsOf(1_200));
    const pages = Array.from({ length: count });
    const first = await Promise.all(pages.map(() => worker.read()));
    for (const { rows } of first) expect(rows).toEqual(rowsOf(1_200));
    worker.replace(rowsOf(1_200, { delta: 0.5 }));
    const later = await Promise.all(first.map((former) => worker.read(former)));
    for (const { rows } of later) expect(rows).toEqual(rowsOf(1_200, { delta: 0.5 }));
  });
});
