import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { later } from '../../ui/later.tsx';
import { SplitPosition } from './SplitPosition.tsx';
import { TransferPosition } from './TransferPosition.tsx';
import type { FormAction } from './use-position-page.ts';

const CloseByOffers = later(
  async () => (await import('../trade/quotations/CloseByOffers.tsx')).CloseByOffers,
);

/** Shows the page of an action that needs the user's input. */
export function PositionForm({
  action,
  ...props
}: {
  action: FormAction;
  row: PositionRow;
  account: string;
  onDone: () => void;
  /** Opens the list of similar options, after the position was closed. */
  onLater: () => void;
}) {
  switch (action) {
    case 'split':
      return <SplitPosition {...props} />;
    case 'offers':
      return <CloseByOffers {...props} />;
    default:
      return <TransferPosition {...props} />;
  }
}
