import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { PositionRow } from '../../../shared/messages/positions.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { amountWords } from '../orders/market-words.ts';
import type { OptionDelivery } from './explain-allowance.ts';

/** Recognizes an allowance that is exactly what an own, proven option takes at exercise. */
export function createOptionDelivery(deps: {
  deliveryTo: (option: string, token: string, amount: bigint) => PositionRow | undefined;
}) {
  return (found: Understanding): OptionDelivery | undefined => {
    if (found.kind !== 'approve') return undefined;
    const row = deps.deliveryTo(found.spender, found.token, found.amount);
    const until = row?.delivery?.until;
    if (row === undefined || until === undefined || row.token.symbol === undefined)
      return undefined;
    const { decimals, symbol } = row.token;
    const collateral = tokenAmount(BigInt(row.collateral));
    return { gets: `${amountWords(collateral, decimals, decimals)} ${symbol}`, until };
  };
}
