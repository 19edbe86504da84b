import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  PositionRow,
  PositionState,
  PositionsView,
} from '../../shared/positions/position-view.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Milliseconds between reads; shorter while the past is being read. */
const EVERY_MS = 10_000;
const READING_MS = 4_000;

/** The worker verifies this many options at a time. */
const AT_ONCE = 100;

/**
 * Returns the positions of the selected account, first as the worker has them. A long list arrives
 * before it is verified on the chain; visible rows are verified first, then the rest.
 * @param inView state whose rows are on the screen
 * @param everyMs milliseconds between reads
 */
export function usePositions(
  account: string | undefined,
  inView: PositionState,
  everyMs = EVERY_MS,
) {
  const call = useWalletCall();
  const queries = useQueryClient();
  // A transaction that was just mined can have created a position.
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const queryKey = ['positions', account, mined];
  const list = useQuery({
    queryKey,
    placeholderData: (previous) => previous,
    queryFn: () => call('positions.list', {}),
    refetchInterval: ({ state }) => (state.data?.chain?.isReading === true ? READING_MS : everyMs),
    enabled: account !== undefined,
  });
  const options = list.isPlaceholderData ? [] : nextToCheck(list.data?.rows ?? [], inView);
  useQuery({
    // Requested again with each new list, so that rows which couldn't be verified get another try.
    queryKey: ['positions checked', account, options, list.dataUpdatedAt],
    queryFn: async () => {
      const rows = await call('positions.verify', { options });
      queries.setQueryData<PositionsView>(queryKey, (view) => view && withRows(view, rows), {
        // The list isn't newer: unchecked rows wait for the next one.
        updatedAt: list.dataUpdatedAt,
      });
      return null;
    },
    enabled: options.length > 0,
    gcTime: 0,
    retry: false,
  });
  return list;
}

/** Returns the options to verify next: those on the screen first, in list order. */
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

/** Returns the rows of one state in display order: ended ones newest first. */
export function inOrder(rows: readonly PositionRow[], state: PositionState): PositionRow[] {
  return state === 'settled' || state === 'closed' ? [...rows].sort(newestEnd) : [...rows];
}

function newestEnd(a: PositionRow, b: PositionRow): number {
  return (b.end?.at ?? b.expiry) - (a.end?.at ?? a.expiry);
}

/** Returns the list with rows that were verified since. */
export function withRows(view: PositionsView, better: readonly PositionRow[]): PositionsView {
  const byKey = new Map(better.map((row) => [row.key, row]));
  return { ...view, rows: view.rows.map((row) => byKey.get(row.key) ?? row) };
}
