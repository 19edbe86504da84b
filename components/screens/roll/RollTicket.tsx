import { i18n } from '#i18n';
import { rescale } from '../../../shared/desk/book-quotes.ts';
import { leftToOpen, openedBy, type RollTarget } from '../../../shared/desk/roll.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { usePositions } from '../../hooks/use-positions.ts';
import { Back } from '../../ui/Back.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OrderTicket } from '../ticket/OrderTicket.tsx';
import { obstacleText } from './roll-texts.ts';
import { useRollObstacle } from './use-roll-obstacle.ts';

/**
 * The ticket of a roll's second part. It warns when another page has opened the new option: a second
 * fill would double it. While another page is about to, or for another account, it can't be filled.
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
  const warning = isOpened
    ? i18n.t('roll.openedAlready')
    : obstacle === undefined
      ? undefined
      : obstacleText(obstacle);
  return (
    <>
      {warning === undefined ? null : (
        // The fill of this ticket shows its own progress.
        <div className="px-4 pt-4 group-has-[[data-fill]]/page:hidden">
          <Notice tone="warn">{warning}</Notice>
        </div>
      )}
      {obstacle === 'account' ? (
        <Back onBack={props.onBack} />
      ) : (
        <OrderTicket
          digest={fill.row.digest}
          size={{ by: 'contracts', amount: fill.contracts }}
          onBack={props.onBack}
          onFilled={props.onBack}
        />
      )}
    </>
  );
}
