import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { OptionDelivery } from './explain-allowance.ts';

/** Recognizes an allowance that equals what the account's own, proven option takes at exercise. */
export function createOptionDelivery(deps: {
  deliveryTo: (
    account: string,
    allowance: { option: string; token: string; amount: bigint },
  ) => PositionRow | undefined;
}) {
  return (found: Understanding, account: string): OptionDelivery | undefined => {
    if (found.kind !== 'approve') return undefined;
    const { spender: option, token, amount } = found;
    const row = deps.deliveryTo(account, { option, token, amount });
    const until = row?.delivery?.until;
    if (row === undefined || until === undefined || row.token.symbol === undefined)
      return undefined;
    const { decimals, symbol, address } = row.token;
    return {
      gets: { token: { address, symbol, decimals }, units: row.collateral },
      until,
    };
  };
}
