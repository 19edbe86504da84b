import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PositionRow, PositionState, PositionsView } from '../../shared/messages/positions.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** The worker takes so many options at a time. */
const AT_ONCE = 100;

/**
 * Positions of the selected account, with what the worker knows until the answer comes. A long list
 * comes before it was held against the chain: what is looked at is checked first, then the rest.
 * @param inView The state whose rows are on the screen.
 */
export function usePositions(account: string | undefined, inView: PositionState) {
  const call = useWalletCall();
  const queries = useQueryClient();
  // A transaction that was just mined may have made a position: look at once.
  const mined = useSnapshot(({ activity }) => activity.newestMined);
  const queryKey = ['positions', account, mined];
  const list = useQuery({
    queryKey,
    placeholderData: (previous) => previous,
    queryFn: () => call('positions.list', {}),
    refetchInterval: ({ state }) => (state.data?.chain?.isReading === true ? 4_000 : 10_000),
    enabled: account !== undefined,
  });
  const options = list.isPlaceholderData ? [] : nextToCheck(list.data?.rows ?? [], inView);
  useQuery({
    // Asked again with each new list: what one answer could not check is not left for good.
    queryKey: ['positions checked', account, options, list.dataUpdatedAt],
    queryFn: async () => {
      const rows = await call('positions.verify', { options });
      queries.setQueryData<PositionsView>(queryKey, (view) => view && withRows(view, rows), {
        // It is no newer list: rows that stayed unchecked wait for the next one.
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

/** Options whose turn it is: those on the screen before the others, in the order of the list. */
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

/** Rows of one state as they are listed: of what has ended, the newest first. */
export function inOrder(rows: readonly PositionRow[], state: PositionState): PositionRow[] {
  return state === 'settled' || state === 'closed' ? [...rows].sort(newestEnd) : [...rows];
}

function newestEnd(a: PositionRow, b: PositionRow): number {
  return (b.end?.at ?? b.expiry) - (a.end?.at ?? a.expiry);
}

/** The list with rows that are known better by now. */
export function withRows(view: PositionsView, better: readonly PositionRow[]): PositionsView {
  const byKey = new Map(better.map((row) => [row.key, row]));
  return { ...view, rows: view.rows.map((row) => byKey.get(row.key) ?? row) };
}
