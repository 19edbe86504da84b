import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { MAX_READ_ACCOUNTS } from '../../../shared/positions/position-view.ts';

/**
 * Returns the accounts whose positions the desk shows: the selected one, or all. Of all accounts,
 * it returns at most as many as the worker reads at once, the selected one first.
 */
export function shownAccounts(
  all: readonly AccountView[],
  { isAll, selected }: { isAll: boolean; selected: string | undefined },
): readonly AccountView[] {
  const isFirst = ({ address }: AccountView) => address === selected;
  const ordered = [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  return ordered.slice(0, isAll ? MAX_READ_ACCOUNTS : 1);
}
