import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { AlertRule } from '../../../../shared/messages/alerts.ts';
import { toPrice8 } from '../../../../shared/units.ts';
import { useAccounts } from '../../../hooks/use-accounts.ts';
import { useOrderList } from '../../../hooks/use-order-list.ts';
import { usePositionsOf } from '../../../hooks/use-positions-of.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';

/** An alert's rule, or the price of an asset. */
type Valued = AlertRule | { readonly kind: 'spot'; readonly asset: string };

/**
 * Returns a function that looks up the current price or worth of an alert's subject in dollars with
 * 8 decimals. The function returns undefined while the page doesn't know the amount.
 */
export function usePresentValue(): (subject: Valued) => bigint | undefined {
  const { view } = useOrderList();
  const alerts = useSnapshot((snapshot) => snapshot.alerts?.all) ?? [];
  const isValued = (address: string) =>
    alerts.some(
      ({ rule }) => rule.kind === 'value' && isSameAddress(rule.position.account, address),
    );
  const accounts = useAccounts()
    .map(({ address }) => address)
    .filter(isValued);
  const lists = usePositionsOf(accounts, 'open');
  return (rule) => {
    if (rule.kind === 'spot') {
      const spot = view?.spot[rule.asset];
      // Only the chain's price is used, because the worker compares an alert's level with that
      // price.
      return spot?.source === 'chain' ? toPrice8(spot.price) : undefined;
    }
    if (rule.kind !== 'value') return undefined;
    const { account, option, side } = rule.position;
    const row = lists
      .flatMap((list) => (isSameAddress(list.account, account) ? (list.view?.rows ?? []) : []))
      .find((one) => one.side === side && isSameAddress(one.address, option));
    return row?.model?.valueUsd === undefined ? undefined : row.model.valueUsd;
  };
}
