import { useQuery } from '@tanstack/react-query';
import type { PositionRow } from '../../shared/positions/position-view.ts';
import { useWalletCall } from './use-wallet.ts';

/** Milliseconds between estimates. Fees follow the network's load. */
const EVERY_MS = 30_000;

/** Returns the estimated network fees of a position's possible actions. */
export function useActionCosts(
  account: string,
  {
    key,
    address: option,
    side,
    actions,
  }: Pick<PositionRow, 'key' | 'address' | 'side' | 'actions'>,
) {
  const call = useWalletCall();
  const possible = actions.filter(({ blocked }) => blocked === undefined);
  return useQuery({
    queryKey: ['action costs', account, key, possible.map(({ action }) => action)],
    queryFn: () => call('positions.costs', { account, option, side }),
    refetchInterval: EVERY_MS,
    enabled: possible.length > 0,
  });
}
