import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page } from './requests.ts';

/** Start of a slice: after a row's key, or after a number of rows. */
interface Start {
  readonly after: string | undefined;
  readonly offset: number;
}

/** Rows in a list's order; `next` is the last row's key, undefined at the end of the list. */
export interface Slice<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** A list that is read in the order of its rows' keys. */
export interface SlicedList<T> {
  read(limit: number, start: Start): Promise<Slice<T>>;
  /** Returns the number of rows. */
  total(): Promise<number>;
}

/** Number of rows in a slice. Reading so few rows takes some milliseconds. */
const ROWS = 100;

/** Reads a list, or one page of a list, in slices. Other requests run between two slices. */
export async function* slicesOf<T>(
  { read }: Pick<SlicedList<T>, 'read'>,
  page?: Page,
): AsyncGenerator<Slice<T>> {
  let start: Start = { after: page?.after, offset: page?.offset ?? 0 };
  for (let left = page?.limit ?? Number.POSITIVE_INFINITY; left > 0; left -= ROWS) {
    const slice = await read(Math.min(left, ROWS), start);
    yield slice;
    if (slice.next === undefined) return;
    start = { after: slice.next, offset: 0 };
    await nextTurn();
  }
}

/** Reads one page, with the `pagination` of the response. */
export async function readPage<T>(list: SlicedList<T>, page: Page) {
  const items: T[] = [];
  let next: string | undefined;
  for await (const slice of slicesOf(list, page)) {
    items.push(...slice.items);
    next = slice.next;
  }
  const { limit, offset } = page;
  return { items, pagination: { total: await list.total(), limit, offset, next: next ?? null } };
}

/** Returns a whole list that is known to be short. */
export async function allOf<T>(list: SlicedList<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const slice of slicesOf(list)) items.push(...slice.items);
  return items;
}

/** Returns the list with its items mapped. */
export function mapped<T, U>(list: SlicedList<T>, map: (item: T) => U): SlicedList<U> {
  return {
    total: list.total,
    async read(limit, start) {
      const { items, next } = await list.read(limit, start);
      return { items: items.map(map), next };
    },
  };
}
