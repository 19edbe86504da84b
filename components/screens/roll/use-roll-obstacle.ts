import { isBeingFilled } from '../../../shared/desk/roll.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { isTradable } from '../../../shared/quotations/stage.ts';
import { useQuotations } from '../../hooks/use-quotations.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';

export type RollObstacle = 'account' | 'fill' | 'request';

/**
 * Returns why the second part of a roll can't be opened now: another account is selected, a fill or a
 * request for it is under way, or a fill was mined and its position isn't listed yet. The worker
 * refuses the same, once everything is chosen.
 */
export function useRollObstacle(
  roll: Roll,
  rows: readonly PositionRow[],
): RollObstacle | undefined {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const { data } = useQuotations(roll.account);
  if (selected === undefined || !isSameAddress(selected, roll.account)) return 'account';
  const { to } = roll;
  const isListed = (option: string) => rows.some(({ address }) => isSameAddress(address, option));
  if (isBeingFilled(roll, fills, isListed)) return 'fill';
  const isAsking = data?.quotations.some(
    (request) =>
      request.existing === undefined &&
      isTradable(request.stage) &&
      request.isBuyer === (to.side === 'buy') &&
      request.asset === to.asset &&
      request.product === to.product &&
      request.expiry === to.expiry &&
      request.strikes.join() === to.strikes.join(),
  );
  return isAsking === true ? 'request' : undefined;
}
