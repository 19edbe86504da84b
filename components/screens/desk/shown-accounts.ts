import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { MAX_READ_ACCOUNTS } from '../../../shared/positions/position-view.ts';

/**
 * Returns the accounts whose positions the desk shows: the selected account, or all accounts. The
 * worker reads only a limited number of accounts at a time. Beyond this number, accounts are left
 * out, but never the selected account, which comes first.
 */
export function shownAccounts(
  all: readonly AccountView[],
  { isAll, selected }: { isAll: boolean; selected: string | undefined },
): readonly AccountView[] {
  const isFirst = ({ address }: AccountView) => address === selected;
  const ordered = [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  return ordered.slice(0, isAll ? MAX_READ_ACCOUNTS : 1);
}
