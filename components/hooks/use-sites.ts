import { useQuery } from '@tanstack/react-query';
import type { SiteView } from '../../shared/messages/snapshot.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Returns the connected sites whose origin includes a text, and their number. */
export function useSites(
  search: string,
  count: number,
): { readonly rows: readonly SiteView[]; readonly total: number } | undefined {
  const call = useWalletCall();
  const version = useSnapshot(({ sites }) => sites.version);
  return useQuery({
    queryKey: ['sites', search, count, version],
    queryFn: () => call('sites.page', { search, count }),
    enabled: version !== undefined,
    placeholderData: (previous) => previous,
    gcTime: 0,
  }).data;
}
