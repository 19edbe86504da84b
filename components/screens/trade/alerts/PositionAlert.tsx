import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { AlertMe } from './AlertMe.tsx';
import { subjectOfPosition } from './alert-subject.ts';

/** The way to an alert about a position, while something about it can still happen. */
export function PositionAlert(props: {
  row: PositionRow;
  /** Its holder; by default the selected account. */
  account?: string;
}) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const account = props.account ?? selected;
  const subject = account === undefined ? undefined : subjectOfPosition(props.row, account);
  return subject === undefined ? null : (
    <div className="flex flex-wrap items-center gap-2">
      <AlertMe subject={subject} />
    </div>
  );
}
