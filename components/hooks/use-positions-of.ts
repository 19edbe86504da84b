import { useQueries } from '@tanstack/react-query';
import type { PositionState, PositionsView } from '../../shared/positions/position-view.ts';
import { usePositionQueries } from './use-positions.ts';

export interface AccountPositions {
  readonly account: string;
  /** Absent before the first answer. */
  readonly view?: PositionsView;
  readonly isFailed: boolean;
}

/**
 * Returns the positions of several accounts, in their order. With more accounts, each account is
 * read less often, so that the number of reads stays the same.
 * @param inView state whose rows are on the screen
 */
export function usePositionsOf(
  accounts: readonly string[],
  inView: PositionState,
): readonly AccountPositions[] {
  const { listOf, checkOf } = usePositionQueries();
  const of = accounts.length;
  const lists = useQueries({ queries: accounts.map((account) => listOf(account, { of })) });
  useQueries({
    queries: accounts.flatMap((account, i) => {
      const list = lists[i];
      return list === undefined ? [] : [checkOf(account, list, inView)];
    }),
  });
  return accounts.map((account, i) => {
    const { data, isError = false } = lists[i] ?? {};
    return { account, isFailed: isError, ...(data === undefined ? {} : { view: data }) };
  });
}
