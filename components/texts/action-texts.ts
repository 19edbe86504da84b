import { i18n } from '#i18n';
import { actionTimes } from '../../shared/desk/action-times.ts';
import type {
  ActionCosts,
  PositionAction,
  PositionRow,
} from '../../shared/positions/position-view.ts';
import { etherCost } from './ether-cost.ts';
import { leftUntil, localTime } from './times.ts';

/** Describes from when and until when an action is possible. `now` in epoch milliseconds. */
export function timesText(action: PositionAction, row: PositionRow, now: number): string[] {
  const times = actionTimes(action, row);
  if (times === undefined) return [];
  const { from, until } = times;
  const words = (at: number) => ({ time: localTime(at), left: leftUntil(at, now) });
  const isBefore = (at: number) => at * 1000 > now;
  return [
    ...(from === undefined
      ? []
      : [i18n.t(isBefore(from) ? 'desk.possibleFrom' : 'desk.possibleSince', words(from))]),
    ...(until === 'settlement'
      ? [i18n.t('desk.possibleUntilSettled')]
      : isBefore(until)
        ? [i18n.t('desk.possibleUntil', words(until))]
        : []),
  ];
}

/** Describes the fees of a possible action. */
export function costTexts(action: PositionAction, costs: ActionCosts | undefined): string[] {
  const { etherPrice, splitFee } = costs ?? {};
  const wei = costs?.network.find((one) => one.action === action)?.wei;
  return [
    ...(action === 'split' && splitFee !== undefined
      ? [i18n.t('desk.contractFee', { fee: etherCost(splitFee, etherPrice) })]
      : []),
    wei === undefined
      ? i18n.t('desk.networkFeeUnknown')
      : i18n.t('desk.networkFee', { fee: etherCost(wei, etherPrice) }),
  ];
}
