import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { FormAction } from './PositionActions.tsx';
import { SplitPosition } from './SplitPosition.tsx';
import { TransferPosition } from './TransferPosition.tsx';

/** The page of an action that asks for more than a press. */
export function PositionForm({
  action,
  ...props
}: {
  action: FormAction;
  row: PositionRow;
  account: string;
  onDone: () => void;
}) {
  return action === 'split' ? <SplitPosition {...props} /> : <TransferPosition {...props} />;
}
