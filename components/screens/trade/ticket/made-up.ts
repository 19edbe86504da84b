import { type FillView, isMined } from '../../../../shared/messages/ticket.ts';

/**
 * Returns true for a failed fill if a later fill of the same option, side and token was mined. A
 * second try failed because an earlier fill was mined.
 */
export function isMadeUp(fill: FillView, others: readonly FillView[]): boolean {
  const isSecondTry = fill.failure?.code === 'minedAfterAll';
  return (
    fill.stage === 'failed' &&
    others.some(
      (other) => (isSecondTry || other.at > fill.at) && isMined(other) && isSameOption(other, fill),
    )
  );
}

const isSameOption = (a: FillView, b: FillView) =>
  a.account === b.account &&
  a.side === b.side &&
  a.asset === b.asset &&
  a.product === b.product &&
  a.expiry === b.expiry &&
  a.token.symbol === b.token.symbol &&
  a.strikes.join() === b.strikes.join();
