import { useQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '../../shared/activity/record.ts';
import type { ActivityKind } from '../../shared/messages/commands/approvals.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

/** Returns the newest activity rows and their number; undefined until the first answer. */
export function useActivity(
  show: ActivityKind,
  count: number,
): { readonly rows: readonly ActivityEntry[]; readonly total: number } | undefined {
  const call = useWalletCall();
  const version = useSnapshot(({ activity }) => activity.version);
  return useQuery({
    queryKey: ['activity', show, count, version],
    queryFn: () => call('activity.page', { show, count }),
    enabled: version !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[1] === show ? previous : undefined),
    gcTime: 0,
  }).data;
}

/** Returns the receivers of transactions, the most recent first. */
export function useReceivers(): readonly string[] {
  const call = useWalletCall();
  const version = useSnapshot(({ activity }) => activity.version);
  const { data = [] } = useQuery({
    queryKey: ['receivers', version],
    queryFn: () => call('activity.receivers', {}),
    enabled: version !== undefined,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  return data;
}
