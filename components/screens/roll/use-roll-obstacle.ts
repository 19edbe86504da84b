import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Roll } from '../../../shared/messages/roll.ts';
import { isMined } from '../../../shared/messages/ticket.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { isRunning, useQuotations } from '../../hooks/use-quotations.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';

export type RollObstacle = 'account' | 'fill' | 'request';

/**
 * Returns why the second part of a roll can't be opened now: another account is selected, a fill or a
 * request for it is under way, or a fill was mined and its position isn't listed yet. Opening twice
 * would double the exposure.
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
  const isListed = (option: string | undefined) =>
    option !== undefined && rows.some(({ address }) => isSameAddress(address, option));
  const isOpening = fills.some(
    (fill) =>
      isSameAddress(fill.account, roll.account) &&
      fill.stage !== 'failed' &&
      fill.at >= roll.at &&
      !(isMined(fill) && isListed(fill.proof?.option)),
  );
  if (isOpening) return 'fill';
  const isAsking = data?.quotations.some(
    (request) =>
      request.existing === undefined &&
      isRunning(request) &&
      request.product === to.product &&
      request.expiry === to.expiry &&
      request.strikes.join() === to.strikes.join(),
  );
  return isAsking === true ? 'request' : undefined;
}
