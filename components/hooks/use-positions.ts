import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  PositionRow,
  PositionState,
  PositionsView,
} from '../../shared/positions/position-view.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Milliseconds between reads; shorter while the past is being read. */
const EVERY_MS = 10_000;
const READING_MS = 4_000;

/** Maximum number of options that the worker verifies at a time. */
const AT_ONCE = 100;

interface ListState {
  readonly data: PositionsView | undefined;
  readonly dataUpdatedAt: number;
  readonly isPlaceholderData: boolean;
}

/**
 * Returns the queries that read an account's positions and verify them. The list is shown before it
 * is verified on the chain. Visible rows are verified first. A page's calls run one after another.
 */
export function usePositionQueries() {
  const call = useWalletCall();
  const queries = useQueryClient();
  const [inTurn] = useState(createTurns);
  // A transaction that was just mined may have created a position.
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const keyOf = (account: string | undefined) => ['positions', account, mined];
  return {
    /**
     * @param of number of accounts on the page. With more accounts, each account is read less
     * often, so that the number of reads stays the same.
     */
    listOf: (account: string | undefined, { everyMs = EVERY_MS, of = 1 } = {}) =>
      queryOptions({
        queryKey: keyOf(account),
        queryFn: () => inTurn(() => call('positions.list', { account: account ?? '' })),
        placeholderData: () =>
          queries
            .getQueriesData<PositionsView>({ queryKey: ['positions', account] })
            .findLast(([, view]) => view !== undefined)?.[1],
        refetchInterval: ({ state }) =>
          of * (state.data?.chain?.isReading === true ? READING_MS : everyMs),
        enabled: account !== undefined,
      }),
    /** @param inView state whose rows are on the screen */
    checkOf: (account: string | undefined, list: ListState, inView: PositionState) => {
      const { data, dataUpdatedAt, isPlaceholderData } = list;
      const options = isPlaceholderData ? [] : nextToCheck(data?.rows ?? [], inView);
      return queryOptions({
        // A new list starts a new query, so that rows that couldn't be verified get another try.
        queryKey: ['positions checked', account, options, dataUpdatedAt],
        queryFn: async () => {
          const own = { account: account ?? '', options };
          const rows = await inTurn(() => call('positions.verify', own));
          queries.setQueryData<PositionsView>(
            keyOf(account),
            (view) => view && withRows(view, rows),
            // Keeps the time of the list, so that rows that still aren't verified wait for the next
            // list.
            { updatedAt: dataUpdatedAt },
          );
          return null;
        },
        enabled: account !== undefined && options.length > 0,
        gcTime: 0,
        retry: false,
      });
    },
  };
}

/**
 * Returns the positions of an account. Until the answer arrives, returns the last known positions.
 * @param inView state whose rows are on the screen
 * @param everyMs milliseconds between reads
 */
export function usePositions(account: string | undefined, inView: PositionState, everyMs?: number) {
  const { listOf, checkOf } = usePositionQueries();
  const list = useQuery(listOf(account, { everyMs }));
  useQuery(checkOf(account, list, inView));
  return list;
}

function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Returns the options to verify next: options on the screen first, in the order of the list. */
export function nextToCheck(rows: readonly PositionRow[], inView: PositionState): string[] {
  const waiting = rows.filter(({ isChecking }) => isChecking === true);
  const sorted = [
    ...inOrder(
      waiting.filter(({ state }) => state === inView),
      inView,
    ),
    ...waiting.filter(({ state }) => state !== inView),
  ];
  return [...new Set(sorted.map(({ address }) => address))].slice(0, AT_ONCE);
}

/** Returns the rows of one state in display order. Rows that ended begin with the newest. */
export function inOrder(rows: readonly PositionRow[], state: PositionState): PositionRow[] {
  return state === 'settled' || state === 'closed' ? [...rows].sort(newestEnd) : [...rows];
}

function newestEnd(a: PositionRow, b: PositionRow): number {
  return (b.end?.at ?? b.expiry) - (a.end?.at ?? a.expiry);
}

/** Replaces rows of a list by their verified versions. */
export function withRows(view: PositionsView, better: readonly PositionRow[]): PositionsView {
  const byKey = new Map(better.map((row) => [row.key, row]));
  return { ...view, rows: view.rows.map((row) => byKey.get(row.key) ?? row) };
}
