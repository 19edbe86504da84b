import type { PositionAction, PositionRow } from '../positions/position-view.ts';

/** Times between which an option's rules allow an action. */
interface ActionTimes {
  /** Unix seconds; missing if the action is possible from the fill on. */
  readonly from?: number;
  /** Unix seconds, or until the option is settled or closed. */
  readonly until: number | 'settlement';
}

/**
 * Returns when an action on a running position is possible. Undefined for a delivery if the
 * contract doesn't report its exercise window.
 */
export function actionTimes(
  action: PositionAction,
  { expiry, delivery }: Pick<PositionRow, 'expiry' | 'delivery'>,
): ActionTimes | undefined {
  const until = delivery?.until;
  switch (action) {
    case 'payout':
      return { from: until === undefined ? expiry : until + 1, until: 'settlement' };
    case 'allowDelivery':
    case 'exercise':
    case 'decline':
      return until === undefined ? undefined : { from: expiry, until };
    case 'split':
    case 'offers':
      return { until: expiry };
    case 'transfer':
    case 'close':
    case 'returnExcess':
      return { until: 'settlement' };
  }
}
