import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { AlertMe } from './AlertMe.tsx';
import { subjectOfPosition } from './alert-subject.ts';

/** Shows a button that creates an alert about a position, while such an alert can still fire. */
export function PositionAlert({ row, account }: { row: PositionRow; account: string }) {
  const subject = subjectOfPosition(row, account);
  return subject === undefined ? null : (
    <div className="flex flex-wrap items-center gap-2">
      <AlertMe subject={subject} />
    </div>
  );
}
