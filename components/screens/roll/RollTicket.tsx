import { i18n } from '#i18n';
import { rescale } from '../../../shared/desk/book-quotes.ts';
import { leftToOpen, openedBy, type RollTarget } from '../../../shared/desk/roll.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OrderTicket } from '../ticket/OrderTicket.tsx';
import { useRollObstacle } from './use-roll-obstacle.ts';

/**
 * The ticket of a roll's second part. It warns when another page has opened the new option, or is
 * about to: a second fill would double it.
 */
export function RollTicket(props: {
  roll: Roll;
  row: PositionRow;
  target: RollTarget;
  onBack: () => void;
}) {
  const { roll, row, target } = props;
  const { fill } = target;
  const rows = usePositions(roll.account, 'open').data?.rows ?? [];
  const left = rescale(leftToOpen(row, openedBy(roll, rows)), row.token.decimals, fill.decimals);
  const isOpened = left < fill.contracts;
  const obstacle = useRollObstacle(roll, rows);
  return (
    <>
      {isOpened || obstacle === 'fill' ? (
        // The fill of this ticket shows its own progress.
        <div className="px-4 pt-4 group-has-[[data-fill]]/page:hidden">
          <Notice tone="warn">{i18n.t('roll.openedAlready')}</Notice>
        </div>
      ) : null}
      <OrderTicket
        digest={fill.row.digest}
        size={{ by: 'contracts', amount: fill.contracts }}
        onBack={props.onBack}
        onFilled={props.onBack}
      />
    </>
  );
}
