import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { useNow } from '../../hooks/use-now.ts';
import { deliveredText, deliversAtLoss, wholeMoney } from '../../texts/position-texts.ts';
import { leftUntil, localTime } from '../../texts/times.ts';
import { Notice } from '../../ui/Notice.tsx';

/**
 * Describes who delivers which amount, and until when. After the delivery period, describes the
 * proven result.
 */
export function DeliveryNote({ row }: { row: PositionRow }) {
  const now = useNow(1000);
  if (!row.isPhysical || row.givenTo !== undefined || row.verification === 'disagrees') return null;
  const { delivery } = row;
  const values = { amount: deliveredText(row), collateral: wholeMoney(row.collateral, row.token) };
  const isBuyer = row.side === 'buyer';
  if (delivery?.isDone === true)
    return (
      <Notice>
        {i18n.t(isBuyer ? 'positions.delivered' : 'positions.deliveredToYou', values)}
      </Notice>
    );
  if (row.notExercised !== undefined)
    return <Notice>{i18n.t(notExercisedKey(row), values)}</Notice>;
  if (row.state === 'settled' || row.state === 'closed') return null;
  if (delivery?.until === undefined)
    return <Notice tone="warn">{i18n.t('positions.physicalNote')}</Notice>;
  const times = {
    ...values,
    expiry: localTime(row.expiry),
    until: localTime(delivery.until),
    left: leftUntil(delivery.until, now),
  };
  if (row.expiry * 1000 > now)
    return (
      <Notice>
        {i18n.t(isBuyer ? 'positions.deliverLater' : 'positions.deliveredLater', times)}
      </Notice>
    );
  if (delivery.until * 1000 >= now)
    return (
      <Notice tone="warn">
        {i18n.t(isBuyer ? 'positions.deliverNow' : 'positions.deliveredNow', times)}
        {deliversAtLoss(row) ? ` ${i18n.t('positions.deliverAtLoss')}` : ''}
      </Notice>
    );
  return (
    <Notice>{i18n.t(isBuyer ? 'positions.deliverMissed' : 'positions.deliveredMissed')}</Notice>
  );
}

function notExercisedKey({ notExercised, side }: PositionRow) {
  if (notExercised !== 'declined') return 'positions.windowPassed';
  return side === 'buyer' ? 'positions.wasDeclinedByYou' : 'positions.wasDeclined';
}
